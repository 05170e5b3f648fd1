"""The server process: listening, connections, names on the network, a machine kept awake."""
