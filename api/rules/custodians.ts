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

/**
 * What a bank's code can mean; a payment is a deposit or a withdrawal, by its sign. Wording: `admin.bankCodes.payment` and
 * `portfolios.kind.<kind>`.
 */
export const bankCodeKinds = ["payment", "interest", "fee", "tax", "dividend"] as const;
export type BankCodeKind = (typeof bankCodeKinds)[number];
/** Length of a code, codes of one bank, and codes saved at once. */
export const bankCodeLimits = { code: 80, count: 1000, saved: 200 } as const;

/** An account number as it is compared: without spaces, in capitals. An IBAN is one too. */
export const normalNumber = (number: string): string => number.replace(/\s+/g, "").toUpperCase();
