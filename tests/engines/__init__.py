"""One evening in the other engines that lie at a table: WebKit, as on iPhones, and Firefox."""
