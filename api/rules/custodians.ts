/** Rules of custodians and their accounts, without zod, so that pages may load them. */

export const custodianLimits = { name: 100, count: 200, otherNames: 20, number: 40 } as const;

/** Wording: `admin.custodians.kind.<kind>`. */
export const custodianKinds = ["custodian", "bank"] as const;
/** The day on which a trade changes what the custodian states. Wording: `admin.custodians.basis.<basis>`. */
export const dayBases = ["trade", "settlement"] as const;
/** Who sends clients the confirmations of trades. Wording: `admin.custodians.sender.<sender>`. */
export const confirmationSenders = ["custodian", "firm"] as const;
/**
 * Whose an account is: a client's, clients' money together, the firm's own, or none of the firm's business. Wording:
 * `admin.custodians.purpose.<purpose>`.
 */
export const accountPurposes = ["client", "pooled", "own", "foreign"] as const;
export type AccountPurpose = (typeof accountPurposes)[number];

/** An account number as it is compared: without spaces, in capitals. An IBAN is one too. */
export const normalNumber = (number: string): string => number.replace(/\s+/g, "").toUpperCase();
