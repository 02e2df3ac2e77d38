/** Reports to a holder. */
import { type Changes, type Notifications, nothing, socketEvent, theHolder } from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const reportsOf = ({ holderType, holderId }: Holder): StaleCalls => ({
  "reports.list": { params: { holderType, holderId } },
  // The call names only the report.
  "reports.get": {},
  // An opening may be the first of the quarter.
  "reports.listStatementOpenings": {},
  "timeline.get": { params: { holderType, holderId } },
});

const subscriptionsOf = ({ holderType, holderId }: Holder): StaleCalls => ({
  "reports.listSubscriptions": { params: { holderType, holderId } },
  "timeline.get": { params: { holderType, holderId } },
});

export const events = {
  /** A report of the holder was asked for, made, or failed. */
  report: socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: reportsOf }),
  /** What the holder has subscribed to changed. */
  reportSubscription: socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: subscriptionsOf }),
};

const ownCosts = (): StaleCalls => ({ "reports.listOwnCosts": {}, "portfolios.listInstruments": {} });

export const changes = {
  ask: ({ params }) => reportsOf(params),
  askForStatement: ({ params }) => reportsOf(params),
  subscribe: ({ params }) => subscriptionsOf(params),
  unsubscribe: ({ params }) => subscriptionsOf(params),
  saveOwnCosts: ownCosts,
  withdrawOwnCosts: ownCosts,
  importOwnCosts: ownCosts,
  previewOwnCosts: nothing,
} satisfies Changes<"reports">;

export const afterReconnect: readonly ReadingCall[] = [
  "reports.list",
  "reports.get",
  "reports.listSubscriptions",
  "reports.listStatementOpenings",
];

export const notifications = {
  /** To the holder: a report is there to be read. */
  reportPublished: "holderAndMail",
  /** To a delegate of the holder. */
  reportShared: "holderAndMail",
  /** A subscription ended because who had made it is no longer one of the holder's people. */
  reportSubscriptionEnded: "holder",
  /** The report of a subscription could not be made. */
  reportNotMade: "holder",
} as const satisfies Notifications;
