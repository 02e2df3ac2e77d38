/** Target funds: definitions that clients join, the funds in them, and their values. */
import { type Changes, type Notifications, socketEvent, theHolder } from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const joins = ({ holderType, holderId }: Holder): StaleCalls => ({
  "funds.listJoins": { params: { holderType, holderId } },
  "funds.getFit": { params: { holderType, holderId } },
  "funds.listAllJoins": {},
});
const definitions = (): StaleCalls => ({
  "funds.listDefinitions": {},
  "funds.listFeaturedDefinitions": {},
  "funds.getDefinition": {},
  "funds.getDefinitionHistory": {},
  "funds.listAllDefinitions": {},
  "funds.openDefinition": {},
  "funds.listDefinitionIds": {},
});
const ofFunds = (): StaleCalls => ({
  "funds.listFunds": {},
  "funds.getFund": {},
  "funds.openFund": {},
  "funds.getFundNavs": {},
  "funds.listExpiringDocuments": {},
  "funds.listNavUploads": {},
  "funds.getNavUpload": {},
});
const navs = (): StaleCalls => ({ ...ofFunds(), "funds.getDefinitionHistory": {} });

export const events = {
  /** A definition, a fund, its documents or values were changed by staff. */
  "funds:changed": socketEvent<Record<string, never>>({
    to: "staff",
    carries: {},
    stale: () => ({
      "funds.listAllDefinitions": {},
      "funds.openDefinition": {},
      "funds.listDefinitionIds": {},
      "funds.listFunds": {},
      "funds.openFund": {},
      "funds.listNavUploads": {},
      "funds.getNavUpload": {},
      "funds.listExpiringDocuments": {},
    }),
  }),
  /** The holder asked to join a definition, took it back or left, or staff decided. */
  "target:joined": socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: joins }),
};

export const changes = {
  createDefinition: definitions,
  saveDefinition: definitions,
  orderDefinitions: definitions,
  removeDefinition: definitions,
  publishDefinition: definitions,
  archiveDefinition: definitions,
  restoreDefinition: definitions,
  discardDefinitionDraft: definitions,
  featureDefinition: definitions,
  createFund: ofFunds,
  saveFund: ofFunds,
  addFundDocument: ofFunds,
  removeFundDocument: ofFunds,
  previewNavs: () => ({ "funds.listNavUploads": {} }),
  correctNav: navs,
  confirmNavs: navs,
  discardNavs: ofFunds,
  join: ({ params }) => joins(params),
  withdrawJoin: ({ params }) => joins(params),
  // The call names only the request, which may be of any holder.
  decideJoin: () => ({ "funds.listAllJoins": {}, "funds.listJoins": {}, "timeline.get": {} }),
} satisfies Changes<"funds">;

export const afterReconnect: readonly ReadingCall[] = [
  "funds.getFit",
  "funds.getNavUpload",
  "funds.listAllDefinitions",
  "funds.listAllJoins",
  "funds.listDefinitionIds",
  "funds.listExpiringDocuments",
  "funds.listFunds",
  "funds.listJoins",
  "funds.listNavUploads",
  "funds.openDefinition",
  "funds.openFund",
];

export const notifications = {
  target_joined: "holderAndMail",
  target_declined: "holderAndMail",
  target_left: "holderAndMail",
  // With the fund's id in `params.fund`.
  fund_document: "staff",
} as const satisfies Notifications;
