"""The server process: listening, connections, names on the network, a computer kept awake."""
