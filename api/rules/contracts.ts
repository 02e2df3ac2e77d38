/** Limits of contracts that server and pages share. */

/** Characters of a template's text. */
export const contractTextLimit = 100_000;
/** Days until a contract without a template expires, unless staff say otherwise. */
export const customExpiryDays = 30;
/** Days before expiry on which the holder of a contract without a template is reminded. */
export const customReminderDays: readonly number[] = [3, 0];
/** Holders of one batch. */
export const maxBatchRecipients = 1000;
