"""What the page is given that changes with the program only: the games in words, lessons, rules and boards to draw.

The server answers requests from here; `python -m sommet.site FOLDER` writes the same answers as files when the page is
built, so that a page without a server has them too. `sommet site` makes a website of plain files (`plain_files`).
"""
