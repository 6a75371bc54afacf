"""How strong the bots are: the matches, and the page that tells how they went."""
