// Defines the element that shows a figure.
