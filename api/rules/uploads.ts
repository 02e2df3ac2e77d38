/** Limits of resumable uploads. Without zod, so that pages may load it. */

/** Largest fragment, in bytes. */
export const fragmentMaxBytes = 4 * 1024 * 1024;
/** Smallest fragment but the last one, in bytes. */
export const fragmentMinBytes = 64 * 1024;
/** An upload that got no fragment for this long is removed. */
export const uploadHours = 24;
