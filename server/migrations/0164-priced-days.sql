-- Whether something that was held had a price of the day; null in rows of builds that did not tell. Risk rests on these days.
alter table daily_value add column priced boolean;

-- An older build makes days again by updating them, which leaves what it does not know as it was; this build replaces them.
create function forget_priced() returns trigger language plpgsql as $$
begin
  new.priced := null;
  return new;
end $$;
create trigger forget_priced before update of value on daily_value for each row execute function forget_priced();
