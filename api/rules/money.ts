/** Movements of cash. Without zod, so that pages may load it. */
import { entryKinds } from "@portico/ledger/entry.ts";

/** Kinds of entries that move cash: all but reversals, which are left out together with what they reverse. */
export const cashKinds = entryKinds.filter((kind) => kind !== "reversal");
export type CashKind = (typeof cashKinds)[number];
