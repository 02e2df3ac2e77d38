/** Cash of a holder, and who confirms withdrawals. */
import { type Changes, type StaleBySetting, socketEvent, theHolder } from "../declaration.ts";
import { proposalLists } from "../proposals/domain.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

export const ofMoney = ({ holderType, holderId }: Holder): StaleCalls => ({
  "money.get": { params: { holderType, holderId } },
  "portfolios.listRequests": {},
});

export const events = {
  /** Cash, or who must confirm the holder's withdrawals, changed. */
  "money:changed": socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: ofMoney }),
};

export const changes = {
  setSigners: ({ params }) => ({ ...ofMoney(params), ...proposalLists }),
} satisfies Changes<"money">;

export const afterReconnect: readonly ReadingCall[] = ["money.get", "money.listMovements"];

export const staleBySetting: StaleBySetting = {
  depositInstructions: { "money.get": {} },
  withdrawalRules: { "money.get": {} },
};
