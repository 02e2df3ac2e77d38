-- How a person signs in is deleted with their account, also where it was an account of a provider.
grant delete on identity_account to portico_retention;
grant delete on identity_group_member to portico_retention;
