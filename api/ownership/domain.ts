/** Shares of persons in companies. */
import type { Changes } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const ofCompany = ({ params: { id } }: { params: { id: number } }): StaleCalls => ({
  "ownership.list": { params: { id } },
  "portfolios.getConsolidated": {},
  "portfolios.getConsolidatedResults": {},
});

export const changes = { confirm: ofCompany, correct: ofCompany, remove: ofCompany } satisfies Changes<"ownership">;

export const afterReconnect: readonly ReadingCall[] = ["ownership.list", "ownership.listOwn"];
