/** Contracts, their templates, and batches of contracts. */
import { type Changes, type Notifications, nothing, socketEvent, theHolder } from "../declaration.ts";
import { review } from "../holders/stale.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const contractsOf = ({ holderType, holderId }: Holder): StaleCalls => {
  const params = { holderType, holderId };
  return {
    "contracts.list": { params },
    "contracts.get": { params },
    "contracts.listAll": {},
    "workload.getDesk": {},
    // An approval may require it.
    "forms.getStanding": { params },
    ...review(params),
  };
};
const changed = ({ params }: { params: Holder }): StaleCalls => contractsOf(params);
const templates = (): StaleCalls => ({
  "contracts.listTemplates": {},
  "contracts.listTemplateVersions": {},
  "contracts.listProposable": {},
});
const batches = (): StaleCalls => ({ "contracts.listBatches": {}, "contracts.getBatch": {} });

export const events = {
  /** A contract of the holder was made, filled in, signed, sealed, rejected or withdrawn, or it expired. */
  contract: socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: contractsOf }),
  /** A batch of contracts was started, went on, or ended. */
  "contractBatches:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: batches }),
};

export const changes = {
  save: changed,
  custom: changed,
  fillIn: changed,
  sign: changed,
  reject: changed,
  // The call names only the contract.
  withdraw: () => ({
    "contracts.list": {},
    "contracts.listAll": {},
    "workload.getDesk": {},
    "contracts.get": {},
    "forms.getRevision": {},
    "forms.getStanding": {},
    "timeline.get": {},
  }),
  preview: nothing,
  previewText: nothing,
  markOpened: nothing,
  requestCode: nothing,
  saveTemplate: templates,
  useTemplate: templates,
  retireTemplate: templates,
  previewBatch: nothing,
  startBatch: batches,
  setBatchState: batches,
} satisfies Changes<"contracts">;

export const afterReconnect: readonly ReadingCall[] = [
  "contracts.get",
  "contracts.getBatch",
  "contracts.list",
  "contracts.listAll",
  "contracts.listBatches",
  "contracts.listProposable",
  "contracts.listTemplateVersions",
  "contracts.listTemplates",
];

export const notifications = {
  contract_to_sign: "holderAndMail",
  contract_reminder: "holderAndMail",
  contract_approved: "holderAndMail",
  contract_rejected: "holderAndMail",
  contract_withdrawn: "holderAndMail",
  contract_expired: "holderAndMail",
  contract_stopped: "holderAndMail",
  /** To who signed it and no longer acts for the holder. */
  signed_contract_ended: "holderAndMail",
  client_contract: "staffAboutClient",
} as const satisfies Notifications;
