/** Corporate actions: announced, confirmed, elected about, applied and undone. */
import { type Changes, type Notifications, socketEvent, theHolder } from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const all = (): StaleCalls => ({
  "corporateActions.list": {},
  "corporateActions.get": {},
  "corporateActions.listHolders": {},
  "corporateActions.listElections": {},
  "corporateActions.listOwn": {},
});
const ofHolder = ({ holderType, holderId }: Holder): StaleCalls => ({
  "corporateActions.listOwn": { params: { holderType, holderId } },
  "corporateActions.list": {},
  "corporateActions.get": {},
  "corporateActions.listElections": {},
});

export const events = {
  /** An action changed, or a run of it went on. */
  "corporateActions:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: all }),
  /** What concerns the holder: an election, or what was booked. */
  "corporateActions:holder": socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: ofHolder }),
};

export const changes = {
  create: all,
  change: all,
  confirm: () => ({ ...all(), "announcements.list": {}, "portfolios.getExpectedIncome": {} }),
  cancel: () => ({ ...all(), "announcements.list": {}, "portfolios.getExpectedIncome": {} }),
  preview: all,
  decide: all,
  start: all,
  drop: all,
  recordElection: all,
  elect: ({ params }) => ofHolder(params),
} satisfies Changes<"corporateActions">;

export const afterReconnect: readonly ReadingCall[] = [
  "corporateActions.list",
  "corporateActions.get",
  "corporateActions.listHolders",
  "corporateActions.listElections",
  "corporateActions.listOwn",
];

export const notifications = {
  action_choice: "holderAndMail",
  action_reminder: "holderAndMail",
  action_changed: "holderAndMail",
  action_to_sign: "holderAndMail",
  action_cancelled: "holderAndMail",
  action_applied: "holder",
  action_undone: "holder",
} as const satisfies Notifications;
