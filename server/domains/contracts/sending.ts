/** Staff's: sends contracts from a template, from a text of their own or from an uploaded PDF. */

import { contractTransition, type SignerRule } from "@portico/api/contract-states.ts";
import { contracts } from "@portico/api/contracts.ts";
import type { Answer, Input, Parsed } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import { customExpiryDays, customReminderDays } from "@portico/api/rules/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { SealRefused } from "../../seal/seal.ts";
import { readTextApart } from "../files/decoding/decoding.ts";
import { storeContents } from "../files/files.ts";
import { checkUpload } from "../files/store.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";
import { firmDay } from "../settings/firm-day.ts";
import { refusalToSendAgain } from "./contracts.policy.ts";
import type { ContractRecord } from "./contracts.queries.ts";
import { getContract, readContract, toContractStatus } from "./contracts.ts";
import {
  announceSent,
  createContract,
  type NewContract,
  requireOpenHolder,
  requirePdf,
  toNewContract,
} from "./creation.ts";
import { createCustomDraft } from "./templates/preview.ts";
import { getTemplate, isFor } from "./templates/templates.ts";
import { checkData, createContractDraft, type Data, requireFilled } from "./templates/typed-values.ts";

/** The contract that a new one replaces; refused unless the firm made it and it ended without success. */
async function findPrevious(context: Context, holder: Holder, id: number | undefined): Promise<ContractRecord | null> {
  if (id === undefined) return null;
  const viewer = requireViewer(context);
  const row = await readContract(context.db, id, holder);
  enforce(refusalToSendAgain(viewer, toContractStatus(viewer, row)));
  return row;
}

/** Sends a new contract to the holder. */
async function send(
  context: Context,
  holder: Holder,
  contract: NewContract,
  previous: ContractRecord | null,
): Promise<Answer<typeof contracts.save>> {
  const { userId } = requireViewer(context);
  if (!contractTransition(null, "send", "office", { createdBy: "firm" })) throw new Refusal("stateConflict");
  const id = await storeContents(context, [contract.content], async (tx, [sha256]) => {
    const contractId = await createContract(tx, holder, contract, {
      sha256,
      state: "awaitingClient",
      byAdmin: true,
      userId,
      previous,
    });
    await announceSent(tx, holder, contractId, contract, sha256);
    return contractId;
  });
  return getContract(context, holder, id);
}

type Save = Input<typeof contracts.save>["body"] & { contract_data: Data };

/** Staff's: sends a contract from a template. */
export async function sendContract(
  context: Context,
  { type, ...holder }: Holder & { type: string },
  { state, sha256, previous: previousId, signature, ...order }: Save,
): Promise<Answer<typeof contracts.save>> {
  enforce(refusalToDecide(requireViewer(context), contracts.custom, holder));
  if (signature || (state !== undefined && state !== "awaitingClient")) throw new Refusal("contradictsSession");
  await requireOpenHolder(context, holder);
  const template = await getTemplate(context.db, type, null);
  if (!isFor(template, holder)) throw new Refusal("notFound");
  checkData(template.content.fields, order.contract_data);
  requireFilled(template.content.fields, order.contract_data, "staff");
  const previous = await findPrevious(context, holder, previousId);
  const draft = await createContractDraft(context, holder, template, order);
  const written = await requirePdf(context, holder, draft);
  if (sha256 !== undefined && sha256 !== written.sha256) throw new Refusal("textChanged");
  return send(context, holder, toNewContract(template, draft, written), previous);
}

type Custom = Parsed<typeof contracts.custom>["body"] & { counterSign: boolean; signers: SignerRule };

/** Staff's: sends a contract without a template. */
export async function sendCustom(
  context: Context,
  holder: Holder,
  { content, contract_name: name, language, expiryDays, previous: previousId, ...rules }: Custom,
): Promise<Answer<typeof contracts.custom>> {
  enforce(refusalToDecide(requireViewer(context), contracts.custom, holder));
  await requireOpenHolder(context, holder);
  const previous = await findPrevious(context, holder, previousId);
  const { today } = await firmDay(context.db, context.now());
  const pdf =
    "text" in content
      ? await requirePdf(
          context,
          holder,
          await createCustomDraft(context, { contract_name: name, language, text: content.text }),
        ).then(({ bytes, pages, signatures }) => ({ content: bytes, pages, signatures, clean: true }))
      : await uploadedContract(context, content);
  return send(
    context,
    holder,
    {
      type: "custom",
      templateVersion: null,
      draft: { name, language, data: {}, day: today },
      ...rules,
      expiryDays: expiryDays ?? customExpiryDays,
      reminderDays: customReminderDays,
      ...pdf,
    },
    previous,
  );
}

/** A finished PDF that staff uploaded. */
async function uploadedContract(
  context: Context,
  { fileName: name, base64data: sent }: { fileName: string; base64data: Uint8Array },
): Promise<Pick<NewContract, "content" | "pages" | "clean">> {
  const path = "content.base64data";
  const upload = await checkUpload(context, { name, sent }, path);
  const refuse = (code: FieldCode) => new Refusal("fileRefused", { fields: [{ path, code }] });
  if (upload.mediaType !== "application/pdf") throw refuse("refusedType");
  // The holder must be able to read it at once.
  if (!upload.clean) throw new Refusal("unavailable");
  const { pages } = await readTextApart(upload);
  if (pages === null) throw refuse("unreadableFile");
  await tryToSeal(context, upload.content, refuse);
  return { content: upload.content, pages, clean: true };
}

const whyNotSealed = {
  unreadable: "unreadableFile",
  // It opens without a password, or it would have been refused before.
  encrypted: "restrictedPdf",
  certified: "certifiedPdf",
  signed: "signedPdf",
} as const satisfies Record<SealRefused["reason"], FieldCode>;

/** A file that could not be sealed once it is signed is refused now. The sealed copy is discarded. */
async function tryToSeal({ seal, now }: Context, content: Buffer, refuse: (code: FieldCode) => Refusal): Promise<void> {
  try {
    await seal.seal(content, { holder: "contracts/custom", reason: "", location: "", at: now() });
  } catch (error) {
    if (error instanceof SealRefused) throw refuse(whyNotSealed[error.reason]);
    throw error;
  }
}
