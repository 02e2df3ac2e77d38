/** Documents for many from a ZIP: its limits, and why one is refused. Without zod, so that pages may load it. */

/** The most files in one ZIP. */
export const batchMaxEntries = 500;
/** What all of them may take unpacked, in bytes. */
export const batchMaxBytes: number = 512 * 1024 * 1024;
/** Nothing of a ZIP is kept for longer. */
export const batchHours = 24;

/** Why a whole ZIP is refused. */
export const archiveFaults = ["unreadable", "locked", "tooMany", "tooLarge", "empty"] as const;
export type ArchiveFault = (typeof archiveFaults)[number];

/** `reading`: unpacked and checked. `ready`: staff look at it and confirm. The others are final. */
export const batchStates = ["reading", "ready", "refused", "added"] as const;
export type BatchState = (typeof batchStates)[number];

/** Why a file cannot be added to a client, besides what is wrong with the file itself. */
export const recipientFaults = [
  "badPath",
  "noNumber",
  "unknownNumber",
  "twoNumbers",
  "perhapsOther",
  "numberTwice",
  "ownRecord",
  "alreadyThere",
] as const;
export type RecipientFault = (typeof recipientFaults)[number];
