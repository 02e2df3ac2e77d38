/** Limits and states of what concerns the rights of people whose data is kept. Without zod, so that pages may load it. */

export const holdStates = ["proposed", "placed", "lifted", "declined"] as const;
export const archiveStates = ["proposed", "declined", "waiting", "ready", "failed", "expired"] as const;
export const erasureStates = ["proposed", "declined", "waiting", "done", "refused"] as const;

/** Days for which an archive can be downloaded. */
export const archiveDays = 14;

/**
 * What a person may ask to have erased, in the order in which it is listed. `everything` is the account with all that is
 * kept about somebody who never became a client.
 */
export const erasureClasses = ["signIns", "browsers", "preferences", "unsentFiles", "draft", "everything"] as const;
export type ErasureClass = (typeof erasureClasses)[number];

/** What is kept in spite of a request, by the rule that demands it. */
export const keptClasses = ["identification", "ledger", "contracts", "communication", "documents", "audit"] as const;
export type KeptClass = (typeof keptClasses)[number];
