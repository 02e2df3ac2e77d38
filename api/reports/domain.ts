/** Reports to a holder. */
import { type Changes, type Notifications, socketEvent, theHolder } from "../declaration.ts";
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

export const changes = { ask: ({ params }) => reportsOf(params) } satisfies Changes<"reports">;

export const afterReconnect: readonly ReadingCall[] = ["reports.list", "reports.get"];

export const notifications = {
  /** To the holder: a report is there to be read. */
  reportPublished: "holderAndMail",
  /** To a delegate of the holder. */
  reportShared: "holderAndMail",
} as const satisfies Notifications;
