/** The PDF that a contract would be, before anybody sends it. */

import { contracts, type TextFault } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { isHolder } from "../../../kernel/viewer.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";
import { getHolder } from "../../holders/holders.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { type ContractDraft, type ContractPdf, writeContract } from "./contract-pdf.ts";
import { getTemplate, isFor } from "./templates.ts";
import { checkData, createContractDraft, type Order } from "./typed-values.ts";

const asPreview = (
  language: Language,
  written: ContractPdf | { faults: TextFault[] },
): Answer<typeof contracts.preview> =>
  "faults" in written
    ? { faults: written.faults, pdf: null }
    : {
        faults: [],
        pdf: {
          data: written.bytes.toString("base64"),
          sha256: written.sha256,
          pages: written.pages,
          language,
        },
      };

/** The PDF that a contract would be, for whoever may make it. */
export async function previewContract(
  context: Context,
  { type, ...holder }: Holder & { type: string },
  { version, ...order }: Order & { version?: number | undefined },
): Promise<Answer<typeof contracts.preview>> {
  const viewer = requireViewer(context);
  await getHolder(context.db, holder);
  const ofClient = isHolder(viewer, holder);
  const template = await getTemplate(context.db, type, ofClient ? null : (version ?? null));
  if (!isFor(template, holder)) throw new Refusal("notFound");
  if (ofClient && !template.content.clientsPropose) throw new Refusal("forbidden");
  checkData(template.content.fields, order.contract_data);
  const draft = await createContractDraft(context, holder, template, order);
  return asPreview(draft.language, await writeContract(context, holder, draft));
}

/** A text written for one holder, as a contract. */
export async function createCustomDraft(
  context: Context,
  { contract_name: name, language, text }: { contract_name: string; language: Language; text: string },
): Promise<ContractDraft> {
  const { today } = await firmDay(context.db, context.now());
  return { source: "custom", name, language, text, fields: [], data: {}, day: today };
}

export async function previewText(
  context: Context,
  holder: Holder,
  order: { contract_name: string; language: Language; text: string },
): Promise<Answer<typeof contracts.previewText>> {
  enforce(refusalToDecide(requireViewer(context), contracts.previewText, holder));
  await getHolder(context.db, holder);
  return asPreview(order.language, await writeContract(context, holder, await createCustomDraft(context, order)));
}
