/** A holder's proposal: a contract that they make and sign in one step. */

import { contracts } from "@portico/api/contracts.ts";
import type { Answer, Input } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { storeContents } from "../files/files.ts";
import { getSigners, listSigners } from "../holders/authority.ts";
import { isComplete } from "../holders/needed-signatures.ts";
import { getContract } from "./contracts.ts";
import { createContract, requireOpenHolder, requirePdf, toNewContract } from "./creation.ts";
import { lockHolder } from "./holder.queries.ts";
import { boundTo, storeSignature } from "./signing/codes.ts";
import { getProposable } from "./templates/templates.ts";
import { checkData, createContractDraft, requireFilled } from "./templates/typed-values.ts";
import { applyStateEffects, findTargetState } from "./transitions.ts";

type Save = Input<typeof contracts.save>["body"] & { contract_data: Readonly<Record<string, string>> };

/** The holder's: makes a contract from a template that allows it, with their signature. */
export async function proposeContract(
  context: Context,
  { type, ...holder }: Holder & { type: string },
  { state: expected, previous, signature: given, ...order }: Save,
): Promise<Answer<typeof contracts.save>> {
  const viewer = requireViewer(context);
  if (previous !== undefined) throw new Refusal("forbidden");
  if (!given) throw new Refusal("badInput", { fields: [{ path: "signature", code: "required" }] });
  await requireOpenHolder(context, holder);
  const template = await getProposable(context.db, type, holder);
  const { fields, signers: rule } = template.content;
  checkData(fields, order.contract_data);
  requireFilled(fields, order.contract_data, "client");
  const draft = await createContractDraft(context, holder, template, order);
  const written = await requirePdf(context, holder, draft);
  if (written.sha256 !== given.sha256) throw new Refusal("textChanged");
  const contract = toNewContract(template, draft, written);
  const id = await storeContents(context, [contract.content], async (tx, [sha256]) => {
    await lockHolder(tx, holder);
    const signers = await getSigners(tx, holder, await listSigners(tx, holder));
    const isLastSigner = isComplete(rule, signers, [viewer.userId]);
    const facts = { createdBy: "client" as const, counterSign: true, isLastSigner };
    const state = findTargetState(null, "propose", viewer, holder, facts);
    if (expected !== undefined && expected !== state) throw new Refusal("stateConflict");
    const contractId = await createContract(tx, holder, contract, {
      sha256,
      state,
      byAdmin: false,
      userId: viewer.userId,
      previous: null,
    });
    const bound = boundTo(holder, type, given.sha256);
    await storeSignature(tx, context, { contractId, language: draft.language, given, bound });
    tx.audit("contract.proposed", holder, {
      after: { contract: contractId, type, version: template.version, name: draft.name, sha256: given.sha256, state },
    });
    await applyStateEffects(tx, holder, { id: contractId, contract_name: draft.name, signedBy: viewer.userId }, state);
    return contractId;
  });
  return getContract(context, holder, id);
}
