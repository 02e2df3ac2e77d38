/** Shares of persons in companies. */
import type { Changes, Notifications } from "../declaration.ts";
import { proposalLists } from "../proposals/domain.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const ofCompany = ({ params: { id } }: { params: { id: number } }): StaleCalls => ({
  "ownership.list": { params: { id } },
  "portfolios.getConsolidated": {},
  "portfolios.getConsolidatedResults": {},
  ...proposalLists,
});

/** To the person whose share it is. */
export const notifications = {
  share_set: "holderAndMail",
  share_ended: "holderAndMail",
  share_removed: "holderAndMail",
} as const satisfies Notifications;

export const changes = { confirm: ofCompany, correct: ofCompany, remove: ofCompany } satisfies Changes<"ownership">;

export const afterReconnect: readonly ReadingCall[] = ["ownership.list", "ownership.listOwn"];
