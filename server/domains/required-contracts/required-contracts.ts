/**
 * The contract that the firm requires before it approves a form. Apart from contracts, which read forms: forms and
 * contracts both import this. Callers pass the setting `requiredContracts`.
 */
import type { TemplateContent } from "@portico/api/contracts.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import type { RequiredContract } from "@portico/api/forms/form-shapes.ts";
import { type FormType, formTypes } from "@portico/api/forms/forms.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Db } from "../../kernel/transaction.ts";
import { findFurthestContract, findTemplateInUse } from "./required-contracts.queries.ts";

type Required = SettingValue<"requiredContracts">;

const holderTypeOf = { KYC: "user", companyKYC: "company" } as const satisfies Record<FormType, Holder["holderType"]>;

const isFor = (content: Pick<TemplateContent, "for">, form: FormType): boolean =>
  content.for === "both" || content.for === holderTypeOf[form];

/** What the form's approval requires, and how far the holder is with it; null if it requires nothing. */
export async function findRequiredContract(
  db: Db,
  required: Required,
  { form, readerId }: { form: Holder & { type: FormType }; readerId: number },
): Promise<RequiredContract | null> {
  const type = required[form.type];
  if (type === null) return null;
  const [template, contract] = await Promise.all([
    findTemplateInUse(db, type),
    findFurthestContract(db, form, { type, readerId }),
  ]);
  return { type, name: template?.name ?? { bg: type, en: type, pl: type }, contract: contract ?? null };
}

/** The fields of the setting that name no template in use, or one for the other kind of holder. */
export async function findRequiredFaults(db: Db, required: Required): Promise<{ path: string; code: FieldCode }[]> {
  const faults: { path: string; code: FieldCode }[] = [];
  for (const form of formTypes) {
    const type = required[form];
    if (type === null) continue;
    const template = await findTemplateInUse(db, type);
    if (!template) faults.push({ path: form, code: "unknown" });
    else if (!isFor(template, form)) faults.push({ path: form, code: "notAllowed" });
  }
  return faults;
}

/** Whether an approval requires contracts of the type that `content` does not offer; null: the template is retired. */
export const isStillRequired = (
  required: Required,
  type: string,
  content: Pick<TemplateContent, "for"> | null,
): boolean => formTypes.some((form) => required[form] === type && (content === null || !isFor(content, form)));
