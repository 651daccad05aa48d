"""What is known of columns of numbers that come block by block."""
