-- Whether a client number of a given shape exists, with each digit as 0: `bg-0000`.
create index holder_account_number_shape on holder_account (translate(lower(client_number), '123456789', '000000000'));
