/** What announcements of income may be. Without zod, so that pages may load it. */

export const announcedKinds = ["dividend", "specialDividend", "interest", "returnOfCapital"] as const;
export type AnnouncedKind = (typeof announcedKinds)[number];

/** Longest file, in characters, and its rows. */
export const announcementFileLimits = { length: 1_000_000, rows: 10_000 } as const;
/** Of the reason for a withdrawal. */
export const withdrawalReasonLimit = 500;

/**
 * What must be looked at first. `near`: another announcement of its kind stands for an ex-day close by, which it may replace.
 * `withdrawn`: it was withdrawn before. `far`: more than 400 days from today. `payBeforeEx`: paid before the ex-day.
 */
export const announcementMarks = ["near", "withdrawn", "far", "payBeforeEx"] as const;
/** Two announcements of a kind within so many days may be one. */
export const nearAnnouncementDays = 20;
export const farAnnouncementDays = 400;
