/** Contracts as PDF: a template or a written text with the holder's values, or every reason why there is none. */
import { createHash } from "node:crypto";
import type { ContractField, TextFault } from "@portico/api/contracts.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { SignaturePlace } from "../../../evidence/signature-stamps.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import type { PdfOrder } from "../../../workers/pdf-order.ts";
import { getHolderAccount } from "../../holders/holders.ts";
import { described } from "./faults.ts";
import { getPlaceholderLabels } from "./placeholder-labels.ts";
import { getPlaceholderValues } from "./placeholder-values.ts";

/** What the PDF of a contract is written from. */
export interface ContractDraft {
  /** Names the contract in the footer: type and version of the template. */
  source: string;
  name: string;
  language: Language;
  /** Markdown. */
  text: string;
  fields: readonly ContractField[];
  data: Readonly<Record<string, string>>;
  /** The firm's day that is printed on it. */
  day: string;
}

export interface ContractPdf {
  bytes: Buffer;
  sha256: string;
  pages: number;
  /** Where its frames for signatures are. */
  signatures: readonly SignaturePlace[];
}

/** With what people call the values that are missing. */
async function labelled(
  { db }: Context,
  fields: readonly ContractField[],
  faults: readonly TextFault[],
): Promise<TextFault[]> {
  const missing = faults.filter(({ code }) => code === "missingValue");
  const labels = await getPlaceholderLabels(
    db,
    fields,
    missing.map(({ what }) => what),
  );
  return faults.map((fault) => {
    const label = fault.code === "missingValue" ? labels.get(fault.what) : undefined;
    return label ? { ...fault, label } : fault;
  });
}

/** The contract with the holder's values. Values that the text does not name are not looked at. */
async function createPdfOrder(
  context: Context,
  holder: Holder,
  { source, name, language, text, fields, data, day }: ContractDraft,
): Promise<PdfOrder> {
  const t = textIn(language);
  const [values, { clientNumber }] = await Promise.all([
    getPlaceholderValues(context, holder, { language, name, day, fields, data }),
    getHolderAccount(context.db, holder),
  ]);
  const firm = values["firm.name"] ?? "";
  return {
    language,
    title: name,
    firm,
    reference: [source, clientNumber ?? `${holder.holderType} ${holder.holderId}`, day].join(" · "),
    date: `${day}T00:00:00Z`,
    labels: {
      page: t("mail.contract.page", { page: "{page}", pages: "{pages}" }),
      signature: t("mail.contract.signatureSpace"),
    },
    template: { markdown: text, values },
    blocks: [
      {
        kind: "signatures",
        areas: [
          { id: "client", title: t("mail.contract.forClient"), lines: [values["holder.name"] ?? ""] },
          { id: "firm", title: t("mail.contract.forFirm"), lines: [firm] },
        ],
      },
    ],
  };
}

/** That there is no text in the language; null if there is one. */
function missingText({ text, language }: ContractDraft): TextFault | null {
  if (text.trim() !== "") return null;
  const nameIn = (reader: Language) => new Intl.DisplayNames(reader, { type: "language" }).of(language) ?? language;
  const label = { bg: nameIn("bg"), en: nameIn("en"), pl: nameIn("pl") };
  return { code: "missingText", line: null, what: language, label };
}

/** Writes the contract on a worker thread. The same input and holder give the same bytes. */
export async function writeContract(
  context: Context,
  holder: Holder,
  draft: ContractDraft,
): Promise<ContractPdf | { faults: TextFault[] }> {
  const { holderType, holderId } = holder;
  const missing = missingText(draft);
  if (missing) return { faults: [missing] };
  const order = await createPdfOrder(context, holder, draft);
  const written = await context.workers.run("writePdf", order, { holder: `${holderType}/${holderId}` });
  if ("faults" in written) return { faults: await labelled(context, draft.fields, written.faults.map(described)) };
  const bytes = Buffer.from(written.bytes);
  const { pages, signatures } = written;
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex"), pages, signatures };
}

/** What a contract lacks for each holder, found without writing it (see `checkPdf`); in the order given. */
export async function checkContracts(
  context: Context,
  contracts: readonly { holder: Holder; draft: ContractDraft }[],
): Promise<TextFault[][]> {
  const { userId } = requireViewer(context);
  const orders = await Promise.all(contracts.map(({ holder, draft }) => createPdfOrder(context, holder, draft)));
  const found = await context.workers.run("checkPdfs", orders, { holder: `user/${userId}` });
  return Promise.all(
    contracts.map(async ({ draft }, index) => {
      const missing = missingText(draft);
      return missing ? [missing] : labelled(context, draft.fields, (found[index] ?? []).map(described));
    }),
  );
}
