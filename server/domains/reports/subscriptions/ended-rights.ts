/** Subscriptions of people who are no longer the holder's, and of holders who are no longer clients: they end, and it is said. */
import { text } from "@portico/messages/server-text.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import type { Reconsider, Tx } from "../../../unit-of-work/transact.ts";
import { getUserNames } from "../../holders/holders.ts";
import { type LostSubscription, listLostOf } from "./subscriptions.queries.ts";
import { end } from "./subscriptions.ts";

/** Ends one. The holder's other people are told, who can subscribe themselves, and so is who had subscribed. */
export async function endLost(tx: Tx, row: LostSubscription): Promise<void> {
  const { why } = row;
  const holder = holderOf(row);
  // Nobody reads the news of a closed account, or of a client who has become staff.
  if (!(await end(tx, row, { by: null, why })) || why === "closed" || holder.holderType === "user") return;
  const names = await getUserNames(tx, [row.made_by]);
  const news = {
    type: "reportSubscriptionEnded",
    params: {
      name_bg: text("bg", `reports.kind.${row.kind}`),
      name_en: text("en", `reports.kind.${row.kind}`),
      name_pl: text("pl", `reports.kind.${row.kind}`),
      name: names.get(row.made_by) ?? "",
    },
    target_id: row.id,
  } as const;
  await tx.notify(holder, news);
  await tx.notify({ holderType: "user", holderId: row.made_by }, news);
}

export const reconsiderSubscriptions: Reconsider = async (tx, change) => {
  for (const row of await listLostOf(tx, change)) await endLost(tx, row);
};
