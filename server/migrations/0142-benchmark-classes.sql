-- What an instrument or a series measures, for attribution by class: null for an instrument's own class, and for a series that
-- is not classified.
alter table benchmark add column asset_class text
  check (asset_class in ('equity', 'fund', 'bond', 'commodity', 'other', 'cash'));
grant update (asset_class) on benchmark to portico_app;
