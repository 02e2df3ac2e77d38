/** The two forms and their steps in order. A step is loaded when it is shown: the page of one does not carry the others. */
import type { Step } from "./field.ts";

export const formTypes = ["KYC", "companyKYC"] as const;
export type FormType = (typeof formTypes)[number];

/** Kept with every revision: which definition asked and checked it. A change of what is asked or how it is checked is a new one. */
export const formVersion = "2026-13";

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
 * Where a person may have stopped after the last step: reading everything once more. Beside the steps' answers a draft holds, under
 * this name, what the client says to what does not fit together.
 */
export const lastLook = "lastLook";

/** Every step of a form, for whoever needs the whole: the last look before submitting, the server. */
export const loadForm = (type: FormType): Promise<Step[]> =>
  Promise.all(formSteps[type].map(async ({ load }) => (await load()).step));
