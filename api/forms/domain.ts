/** KYC forms of people and companies, and their review. */
import {
  type Changes,
  type Notifications,
  nothing,
  type StaleBySetting,
  socketEvent,
  theHolder,
} from "../declaration.ts";
import { profile, review } from "../holders/stale.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const assessed = ({
  params: { holderType, holderId, type, revision },
}: {
  params: Holder & { type: "KYC" | "companyKYC"; revision: number };
}): StaleCalls => ({ "forms.getRevision": { params: { holderType, holderId, type, revision } } });

export const events = {
  /** A form was saved (then with the draft's version) or submitted. */
  "form:changed": socketEvent<Holder & { formType: string; version?: number }>({
    to: "holderAndStaff",
    carries: { ...theHolder, formType: true, version: true },
    stale: ({ holderType, holderId, version }) => {
      const holder = { holderType, holderId };
      return {
        "forms.getStanding": { params: holder },
        ...review(holder),
        // A submitted renewal keeps its state; a saved draft has a version, and no list shows it.
        ...(version === undefined && profile(holder)),
      };
    },
  }),
  /** A submission was added or handled; with `holder`, it got a remark or an acceptance. */
  "reviews:changed": socketEvent<{ holder?: Holder }>({
    to: "staff",
    carries: { holder: theHolder },
    stale: ({ holder }) => ({ "forms.list": {}, "workload.getDesk": {}, ...(holder && review(holder)) }),
  }),
};

export const changes = {
  create: nothing,
  snapshot: nothing,
  // Before submission a company's name comes from its draft.
  save: ({ params: { holderType } }) => (holderType === "company" ? { "companies.listOwn": {} } : {}),
  discardCompanyForm: ({ params: { id } }) => ({
    "companies.listOwn": { params: { userId: id } },
    "companies.getStartedState": { params: { userId: id } },
  }),
  addRemark: assessed,
  withdrawRemark: assessed,
  acceptStep: assessed,
  acceptSteps: assessed,
} satisfies Changes<"forms">;

export const afterReconnect: readonly ReadingCall[] = [
  "forms.getRevision",
  "forms.getStanding",
  "forms.list",
  "forms.listRevisions",
];

export const staleBySetting: StaleBySetting = { requiredContracts: { "forms.getRevision": {} } };

export const notifications = {
  reject_kyc: "holderAndMail",
  rejected_comp_kyc: "holderAndMail",
  reopened_kyc: "holderAndMail",
  reopened_comp_kyc: "holderAndMail",
  approved_company: "holderAndMail",
  approved_kyc: "holderAndMail",
  declined_kyc: "holderAndMail",
  declined_comp_kyc: "holderAndMail",
  renew_kyc: "holderAndMail",
  document_expiring: "holderAndMail",
  submitted_kyc: "staffAboutClient",
  submitted_comp_kyc: "staffAboutClient",
} as const satisfies Notifications;
