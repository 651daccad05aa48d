"""One module a layout: what it is called, how it is recognised, and what its fields mean."""
