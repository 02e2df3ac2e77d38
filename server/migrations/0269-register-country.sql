-- In which country's register a company is that was brought in from a file; its first form begins with it.
alter table company add column register_country text check (register_country ~ '^[A-Z]{2}$');
