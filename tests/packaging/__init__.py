"""What a user installs."""
