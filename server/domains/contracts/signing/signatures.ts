/**
 * Signing. A holder's signature takes a one-time code that was mailed for this contract and this text; whoever is second
 * of two people who act at once is told that the contract is in another state.
 */

import type { ContractState } from "@portico/api/contract-states.ts";
import type { ShownToSigner } from "@portico/api/contracts/shapes.ts";
import { contracts, type SignatureGiven } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { canonical, plain } from "../../../audit/canonical.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getSigners, listSigners } from "../../holders/authority.ts";
import { isComplete } from "../../holders/needed-signatures.ts";
import { actorOf, refusalToAct } from "../contracts.policy.ts";
import { type ContractRecord, moveContract, takeFrom } from "../contracts.queries.ts";
import { getContract, readContract, toContractStatus } from "../contracts.ts";
import { requireOpenHolder } from "../creation.ts";
import { lockHolder } from "../holder.queries.ts";
import { getTemplate } from "../templates/templates.ts";
import { requireFilled } from "../templates/typed-values.ts";
import { applyStateEffects, findTargetState, toContractFacts } from "../transitions.ts";
import { boundTo, shownTo, storeSignature } from "./codes.ts";
import { insertSignature, listSignatures } from "./signatures.queries.ts";
import { answeredQuestion } from "./signer-names.ts";

interface Signing {
  contract_data?: Readonly<Record<string, string>> | undefined;
  state?: ContractState | undefined;
  signature?: SignatureGiven | undefined;
  read?: { sha256: string; shown: ShownToSigner } | undefined;
}

const sameData = (one: object, other: object): boolean => canonical(plain(one)) === canonical(plain(other));

/** The holder's signature. A company's contract moves on once enough of its people signed. */
async function signAsHolder(
  context: Context,
  row: ContractRecord,
  { contract_data: data, state: expected, signature: given }: Signing,
): Promise<void> {
  const viewer = requireViewer(context);
  const holder = holderOf(row);
  enforce(refusalToAct(viewer, toContractStatus(viewer, row), "sign"));
  if (!given) throw new Refusal("badInput", { fields: [{ path: "signature", code: "required" }] });
  if (given.sha256 !== row.sha256.toString("hex") || (data && !sameData(data, row.contract_data)))
    throw new Refusal("textChanged");
  if (row.template_version !== null) {
    const { content } = await getTemplate(context.db, row.contract_type, row.template_version);
    requireFilled(content.fields, row.contract_data, "client");
  }
  await requireOpenHolder(context, holder);
  await transact(context, async (tx) => {
    // The holder first, as an edit of its representatives does.
    await lockHolder(tx, holder);
    // Conditional on state and text; concurrent actions on the contract wait here.
    if (!(await takeFrom(tx, row.id, { from: row.state, sha256: row.sha256 }))) throw new Refusal("stateConflict");
    const bound = boundTo(holder, row.id, given.sha256);
    await storeSignature(tx, context, { contractId: row.id, language: row.language, given, bound });
    const signers = await getSigners(tx, holder, await listSigners(tx, holder));
    const signedBy = (await listSignatures(tx, row.id)).map(({ user_id }) => user_id);
    const facts = { ...toContractFacts(row), isLastSigner: isComplete(row.signers, signers, signedBy) };
    const to = findTargetState(row.state, "sign", viewer, holder, facts);
    if (expected !== undefined && expected !== to) throw new Refusal("stateConflict");
    if (to !== row.state && !(await moveContract(tx, row.id, { from: row.state, to })))
      throw new Refusal("stateConflict");
    tx.audit("contract.signed", holder, {
      after: {
        contract: row.id,
        name: row.contract_name,
        sha256: given.sha256,
        state: to,
        shown: given.shown?.how ?? "unstated",
      },
    });
    await applyStateEffects(tx, holder, { ...row, signedBy: viewer.userId }, to);
  });
}

/** The firm's signature after the holder's. */
async function countersign(
  context: Context,
  row: ContractRecord,
  { signature: given, state: expected, read }: Signing,
): Promise<void> {
  const viewer = requireViewer(context);
  const holder = holderOf(row);
  enforce(refusalToAct(viewer, toContractStatus(viewer, row), "countersign"));
  const to = findTargetState(row.state, "countersign", viewer, holder, toContractFacts(row));
  if (expected !== undefined && expected !== to) throw new Refusal("contradictsSession");
  const sha256 = row.sha256.toString("hex");
  if ([given, read].some((one) => one && one.sha256 !== sha256)) throw new Refusal("textChanged");
  const shown = read?.shown ?? given?.shown;
  await requireOpenHolder(context, holder);
  await transact(context, async (tx) => {
    if (!(await moveContract(tx, row.id, { from: row.state, to }))) throw new Refusal("stateConflict");
    await insertSignature(tx, {
      contract_id: row.id,
      side: "firm",
      user_id: viewer.userId,
      name: given?.name ?? viewer.name,
      name_question: given ? answeredQuestion(given, viewer) : null,
      address: context.caller.address,
      user_agent: context.caller.userAgent,
      sha256: row.sha256,
      agreement_version: null,
      agreement: null,
      factor: null,
      challenge_id: null,
      ...shownTo(shown, context.now()),
    });
    tx.audit("contract.countersigned", holder, {
      after: { contract: row.id, name: row.contract_name, sha256, shown: shown?.how ?? "unstated" },
    });
    await applyStateEffects(tx, holder, { ...row, signedBy: null }, to);
  });
}

/** Signs for the side on which the viewer stands. */
export async function signContract(
  context: Context,
  { id, ...holder }: Holder & { id: number },
  signing: Signing,
): Promise<Answer<typeof contracts.sign>> {
  const row = await readContract(context.db, id, holder);
  if (actorOf(requireViewer(context), holder) === "holder") await signAsHolder(context, row, signing);
  else await countersign(context, row, signing);
  return getContract(context, holder, id);
}
