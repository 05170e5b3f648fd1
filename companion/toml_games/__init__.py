"""Games in one TOML file: ``loader`` reads and checks a file, ``knowledge`` says what each card learns at a deal."""
