/** Announcements that come from elsewhere than a file of staff. */
import type { Trx } from "../../kernel/transaction.ts";
import { type NewAnnouncement, storeAnnouncements } from "./announcements.queries.ts";

/** Stores announcements; throws if one of the instrument, ex-day and kind stands. */
export const recordAnnouncements = (trx: Trx, rows: readonly NewAnnouncement[]): Promise<void> =>
  storeAnnouncements(
    trx,
    rows.map((row) => ({ ...row, corrects: null })),
    null,
  );
