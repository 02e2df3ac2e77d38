-- The fee rule that positions and cash were worked out with is kept beside them: what is shown and its proofs go by it until a job has worked
-- them out by a changed rule. Decision 0010.
update ledger_head set state = state || jsonb_build_object('feesInCost',
  coalesce((select (data ->> 'feesInCost')::boolean from setting where name = 'portalRules'), true))
where entries > 0;
