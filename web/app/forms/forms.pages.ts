/** Pages of the identity forms and their review. */
import type { NotificationLinks, Page, SettingsSection } from "../page-declaration.ts";

export const pages = [
  { side: "client", path: "form/KYC", file: "forms/form.page.tsx", texts: ["forms"], forNewcomers: true },
  {
    side: "staff",
    path: "reviews",
    file: "forms/staff/reviews.page.tsx",
    help: "reviews",
    navigation: { order: 30, icon: "document", label: "admin.nav.reviews" },
    examples: ["/admin/reviews?type=companyKYC&show=all"],
  },
  // The review shows files in the viewer of documents. It needs a submission: e2e/pages.spec.ts looks for one.
  {
    side: "holder",
    path: "review",
    file: "forms/staff/review.page.tsx",
    texts: ["documents", "forms"],
    help: "reviews",
    section: { order: 20, label: "admin.holder.section.review" },
    examples: [],
  },
] as const satisfies readonly Page[];

export const settings = [
  {
    id: "kyc",
    group: "identity",
    order: 10,
    title: "admin.settings.kycRules",
    about: "admin.settings.about.kyc",
    names: ["kycRules"],
  },
  {
    id: "documents",
    group: "identity",
    order: 20,
    title: "admin.settings.firmDocuments",
    about: "admin.settings.about.documents",
    names: ["firmDocuments"],
  },
  {
    id: "declarations",
    group: "identity",
    order: 30,
    title: "admin.settings.declarationTexts",
    about: "admin.settings.about.declarations",
    names: ["declarationTexts"],
  },
  {
    id: "amounts",
    group: "identity",
    order: 40,
    title: "admin.settings.amountBands",
    about: "admin.settings.about.amounts",
    names: ["amountBands"],
  },
] as const satisfies readonly SettingsSection[];

const form = { to: ":form", label: "notifications.go" } as const;
const approved = { to: "/dashboard?company=:company", label: "notifications.goDashboard" } as const;
export const notifications = {
  reject_kyc: form,
  rejected_comp_kyc: form,
  reopened_kyc: form,
  reopened_comp_kyc: form,
  approved_company: approved,
  approved_kyc: approved,
  declined_kyc: null,
  declined_comp_kyc: null,
  renew_kyc: form,
  document_expiring: form,
  submitted_kyc: { to: "/admin/user/:target/review", label: "notifications.go" },
  submitted_comp_kyc: { to: "/admin/company/:target/review", label: "notifications.go" },
} satisfies NotificationLinks;
