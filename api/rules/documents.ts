/** States of a document that the firm asks for, and limits of documents. Without zod, so that pages may load it. */

/** `open`: the holder is to add it. `received`: office is to look at it. The other two are final. */
export const documentRequestStates = ["open", "received", "accepted", "cancelled"] as const;
export type DocumentRequestState = (typeof documentRequestStates)[number];

/** The most documents in one ZIP. */
export const maxZipped = 200;
/** What the firm may set at most: the check of larger files would take too much memory. */
export const documentMaxMegabytes = { file: 100, holder: 1_000_000 } as const;
/** Days that a removed document stays in the bin. */
export const documentBinDays = 30;
/** Days before the day that the holder is reminded. */
export const documentReminderDays = [3, 0] as const;
