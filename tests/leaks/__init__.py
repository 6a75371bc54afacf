"""What a viewer may not know never reaches them."""
