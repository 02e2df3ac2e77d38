/**
 * The receipt of a submitted form, mailed with its submission: what, when, which reference and which text versions;
 * never an answer.
 */
import { receiptReference } from "@portico/api/forms/receipt.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { getHolder, getHolderPeople } from "../../holders/holders.ts";
import { languageOf } from "../../notifications/notifications.ts";
import type { FormOf, RevisionContent } from "../content.ts";
import { agreedTexts } from "./applicable-settings.ts";
import { receiptMail } from "./receipt.mails.ts";

/** Mails it to the person, or to everyone who acts for the company. */
export async function mailReceipt(
  tx: Tx,
  { config, now }: Pick<Context, "config" | "now">,
  form: FormOf,
  { revision, content, byStaff }: { revision: number; content: RevisionContent; byStaff: boolean },
): Promise<void> {
  const isCompany = form.holderType === "company";
  const company = isCompany ? (await getHolder(tx, form)).name : "";
  const agreed = await agreedTexts(form.type, content.form_data);
  for (const person of await getHolderPeople(tx, form)) {
    const language = languageOf(person.preferences);
    await tx.mail({
      to: person.email,
      language,
      template: receiptMail,
      params: {
        name: person.name,
        company,
        at: now().toISOString(),
        reference: receiptReference(form.type, form.holderId, revision),
        byStaff,
        agreed,
        bandsVersion: content.bandsVersion ?? null,
        link: `${config.publicUrl}/${language}/form/KYC${isCompany ? `?company=${form.holderId}` : ""}`,
      },
    });
  }
}
