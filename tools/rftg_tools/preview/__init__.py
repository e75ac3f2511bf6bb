"""The preview: a local web page that shows the cards of some files while you write them."""
