"""Attacks on a deal, tried one by one by whoever runs the machine, and the sentence that notices each."""
