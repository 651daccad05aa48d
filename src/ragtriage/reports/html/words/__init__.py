"""The words of the pages, in each language of the interface: a row a message, a file a page."""
