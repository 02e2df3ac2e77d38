-- The question that was asked about a typed name that is not the account's, as the signer read it and said yes to it.
alter table contract_signature add column name_question text;
