-- Views of one's own besides those that the team shares, and views of every queue. docs/decisions/0372-own-and-shared-views.md

-- Those saved before are shared. A name is used once in a list, also by a view that others do not see: builds before this one insert by it.
alter table saved_view add column shared boolean not null default true;
alter table saved_view drop constraint saved_view_list_check;
alter table saved_view add constraint saved_view_list_check
  check (list in ('users', 'companies', 'forms', 'requests', 'contracts', 'tickets', 'proposals', 'breaks'));
