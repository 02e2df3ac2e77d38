-- The ledger's rules became exacter (decision 0010): what was worked out by the older ones is worked out anew from the entries.
update position set state = state || '{"costUnknown": false, "lastDelivery": null, "splits": []}';
update daily_value set held = null where held is not null;
update ledger_head set replay = true, version = version + 1, recompute_from = first_day where entries > 0;
