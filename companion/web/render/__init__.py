"""What draws pages: templates, regions, tiles, pictures and words."""
