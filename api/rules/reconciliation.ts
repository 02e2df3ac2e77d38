/** Rules of reconciliation, without zod, so that pages may load them. */

/** Wording: `admin.reconciliation.state.<state>`. */
export const breakStates = ["open", "explained", "closed"] as const;
export type BreakState = (typeof breakStates)[number];
/**
 * What facts say of a break; null if they say nothing. `unsettled`: a trade that settles later is exactly the difference. `entryMissing`: the
 * ledger has an entry of that amount that is reversed or of a later day. `statedMissing`: an entry of that amount is in the ledger alone.
 * `unknownInstrument`: the portal does not know the instrument. `notStated`: entries without a custodian moved exactly that. Wording:
 * `admin.reconciliation.cause.<cause>`.
 */
export const breakCauses = ["unsettled", "entryMissing", "statedMissing", "unknownInstrument", "notStated"] as const;
export type BreakCause = (typeof breakCauses)[number];
