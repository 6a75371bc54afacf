"""Who may know a field of a set-up, and when. A field that says nothing is known to nobody before the end."""

EVERYBODY = "everybody"
OWN_SEAT = "own seat"  # of a field with a value for each seat: each player knows their own
AS_TURNED = "as turned"  # of a list: entry k is turned over, for everybody, when move k is to be made
