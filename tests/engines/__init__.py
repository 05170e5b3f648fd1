"""One game night in the other engines that are at a table: WebKit, as on iPhones, and Firefox."""
