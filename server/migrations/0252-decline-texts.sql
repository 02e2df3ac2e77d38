-- Ready texts for declining. docs/decisions/0364-ready-remarks-and-requests-to-many.md
alter table canned_answer drop constraint canned_answer_use_check;
alter table canned_answer add constraint canned_answer_use_check check (use in ('answer', 'remark', 'decline'));
