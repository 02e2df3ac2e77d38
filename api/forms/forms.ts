/** The two forms and their steps in order. A step is loaded when it is shown, without the others. */
import type { Step } from "./field.ts";

export const formTypes = ["KYC", "companyKYC"] as const;
export type FormType = (typeof formTypes)[number];

/** The form definition's version, stored with every revision. Raise it when a question or check changes. */
export const formVersion = "2026-14";

interface StepEntry {
  name: string;
  load: () => Promise<{ step: Step }>;
}

export const formSteps: Record<FormType, readonly StepEntry[]> = {
  KYC: [
    { name: "identity", load: () => import("./person/identity.ts") },
    { name: "nationalIdentifier", load: () => import("./person/national-identifier.ts") },
    { name: "document", load: () => import("./person/document.ts") },
    { name: "contact", load: () => import("./person/contact.ts") },
    { name: "tax", load: () => import("./person/tax.ts") },
    { name: "work", load: () => import("./person/work.ts") },
    { name: "knowledge", load: () => import("./person/knowledge.ts") },
    { name: "finances", load: () => import("./person/finances.ts") },
    { name: "bank", load: () => import("./bank.ts") },
    { name: "declarations", load: () => import("./declarations.ts") },
  ],
  companyKYC: [
    { name: "entity", load: () => import("./company/entity.ts") },
    { name: "representatives", load: () => import("./company/representatives.ts") },
    { name: "ownership", load: () => import("./company/ownership.ts") },
    { name: "taxStatus", load: () => import("./company/tax-status.ts") },
    { name: "business", load: () => import("./company/business.ts") },
    { name: "knowledge", load: () => import("./company/knowledge.ts") },
    { name: "finances", load: () => import("./company/finances.ts") },
    { name: "documents", load: () => import("./company/documents.ts") },
    { name: "bank", load: () => import("./bank.ts") },
    { name: "declarations", load: () => import("./declarations.ts") },
  ],
};

/**
 * The final check after the last step, a place where a person may have stopped. A draft stores the client's
 * explanations of inconsistencies under this name, next to the steps' answers.
 */
export const finalCheck = "lastLook";

/** Every step of a form, for the final check and the server. */
export const loadForm = (type: FormType): Promise<Step[]> =>
  Promise.all(formSteps[type].map(async ({ load }) => (await load()).step));
