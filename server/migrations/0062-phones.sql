-- Staff find a client by the digits of the phone, however it is written.
create index app_user_phone_digits on app_user using gin (regexp_replace(phone, '\D', '', 'g') gin_trgm_ops)
  where phone is not null;
