//! How a run ends over two of its settings: a map, and the exact boundaries in it.
