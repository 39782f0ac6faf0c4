// Tells the page around the figure what happens in it.
