"""The preview: a local web page that shows the cards of your files while you write them."""
