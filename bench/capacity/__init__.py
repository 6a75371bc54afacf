"""How large a server must be: a model of measured costs, and a simulation of busy hours and of a lost server."""
