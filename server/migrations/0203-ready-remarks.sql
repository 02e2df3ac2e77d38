-- Ready texts for remarks on forms beside those for answers. docs/decisions/0364-ready-remarks-and-requests-to-many.md
alter table canned_answer
  -- `answer`: in tickets and conversations; `remark`: at fields of a form that is reviewed.
  add column use text not null default 'answer' check (use in ('answer', 'remark')),
  -- Names of the fields for which a remark is offered first; empty: for every field.
  add column fields text[] not null default '{}';
