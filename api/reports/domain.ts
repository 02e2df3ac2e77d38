/** Reports to a holder. */
import { type Changes, nothing, socketEvent, theHolder } from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const reportsOf = ({ holderType, holderId }: Holder): StaleCalls => ({
  "reports.list": { params: { holderType, holderId } },
  // The call names only the report.
  "reports.get": {},
});

export const events = {
  /** A report of the holder was asked for, made, or failed. */
  report: socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: reportsOf }),
};

const ownCosts = (): StaleCalls => ({ "reports.listOwnCosts": {}, "portfolios.listInstruments": {} });

export const changes = {
  ask: ({ params }) => reportsOf(params),
  saveOwnCosts: ownCosts,
  withdrawOwnCosts: ownCosts,
  importOwnCosts: ownCosts,
  previewOwnCosts: nothing,
} satisfies Changes<"reports">;

export const afterReconnect: readonly ReadingCall[] = ["reports.list", "reports.get"];
