/** Bounds of a change of many; without zod, for pages. */

/** One change has at most so many. */
export const bulkLimit = 500;
/** For how long it can be undone. */
export const undoSeconds = 60;
