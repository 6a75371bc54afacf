"""What the commands share: words, arguments, records from outside, drawing, asking, playing."""
