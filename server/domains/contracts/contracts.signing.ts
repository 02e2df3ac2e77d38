/**
 * Signing, rejecting and withdrawing. A holder's signature takes a one-time code that was mailed for this contract and
 * this text; whoever is second of two people who act at once is told that the contract is in another state.
 */

import {
  type ContractAction,
  type ContractFacts,
  type ContractState,
  contractTransition,
} from "@portico/api/contract-states.ts";
import { contracts, type SignatureGiven } from "@portico/api/contracts.ts";
import type { Answer, Input } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { canonical, plain } from "../../audit/canonical.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { storeContents } from "../files/files.service.ts";
import { withdrawFile } from "../files/files.store.ts";
import { getHolder } from "../holders/holders.service.ts";
import { mailValidation } from "../sessions/sessions.validation.service.ts";
import { useFreshCode } from "../sessions/sessions.viewer.ts";
import { getAgreement } from "./contracts.agreement.ts";
import { listSigners, lockHolder } from "./contracts.holder.queries.ts";
import {
  checkData,
  insertMade,
  newFrom,
  requireFilled,
  requireOpenHolder,
  requireWritten,
  writingOf,
} from "./contracts.making.ts";
import { actorOf, isComplete, refusalToAct } from "./contracts.policy.ts";
import { type ContractRecord, findContract, moveContract, takeFrom } from "./contracts.queries.ts";
import { sealJob } from "./contracts.sealing.job.ts";
import { getContract, holderOf, readContract, readKnown, statusOf } from "./contracts.service.ts";
import { getProposable, getTemplate, languageIn } from "./contracts.templates.ts";
import { languageOfHolder } from "./contracts.values.ts";
import { insertSignature, listSignatures } from "./signatures.queries.ts";

/** What a code is bound to: a contract, or a proposal from a template, with the text that is signed. */
const boundTo = (holder: Holder, contract: number | string, sha256: string): string =>
  `contract:${holder.holderType}/${holder.holderId}/${contract}:${sha256}`;

async function nameToSign(context: Context, holder: Holder, id: number, sha256: string): Promise<string> {
  const viewer = requireViewer(context);
  const row = await readContract(context.db, id, holder);
  enforce(refusalToAct(viewer, statusOf(viewer, row), "sign"));
  if (row.sha256.toString("hex") !== sha256) throw new Refusal("textChanged");
  return row.contract_name;
}

async function nameToPropose(context: Context, holder: Holder, type: string): Promise<string> {
  const template = await getProposable(context.db, type, holder);
  return template.content.name[languageIn(template, await languageOfHolder(context.db, holder))];
}

/** Mails a code for one contract and one text; `textChanged` if the contract has another one by now. */
export async function requestCode(
  context: Context,
  { holderType, holderId }: Holder,
  { contract, sha256 }: { contract: number | string; sha256: string },
): Promise<Answer<typeof contracts.requestCode>> {
  const viewer = requireViewer(context);
  const holder: Holder = { holderType, holderId };
  const about =
    typeof contract === "number"
      ? await nameToSign(context, holder, contract, sha256)
      : await nameToPropose(context, holder, contract);
  const bound = boundTo(holder, contract, sha256);
  await transact(context, async (tx) => {
    await mailValidation(tx, context, viewer.userId, { boundTo: bound, about });
    tx.audit("contract.codeRequested", holder, {
      after: { ...(typeof contract === "number" ? { contract } : { type: contract }), sha256 },
    });
  });
  return { for: bound };
}

/** Uses the confirmed code and stores the signature. Part of the transaction that moves the contract. */
async function storeSignature(
  tx: Tx,
  context: Context,
  {
    contractId,
    language,
    given,
    bound,
  }: { contractId: number; language: ContractRecord["language"]; given: SignatureGiven; bound: string },
): Promise<void> {
  const viewer = requireViewer(context);
  const agreement = await getAgreement({ ...context, db: tx }, language);
  if (given.agreed !== agreement.version)
    throw new Refusal("badInput", { fields: [{ path: "signature.agreed", code: "textChanged" }] });
  const code = await useFreshCode(tx, viewer.sessionId, bound);
  // In the hours after a password reset, the mailbox alone proves nothing.
  if (viewer.coolingUntil !== null && code?.factor === "mail")
    throw new Refusal("coolingOff", {
      retryAfter: Math.max(1, (viewer.coolingUntil.getTime() - context.now().getTime()) / 1000),
    });
  if (!code) throw new Refusal("freshCodeNeeded");
  const isNew = await insertSignature(tx, {
    contract_id: contractId,
    side: "client",
    user_id: viewer.userId,
    name: given.name,
    address: context.caller.address,
    user_agent: context.caller.userAgent,
    sha256: Buffer.from(given.sha256, "hex"),
    agreement_version: agreement.version,
    agreement: agreement.text,
    factor: code.factor,
    challenge_id: code.challengeId,
  });
  if (!isNew) throw new Refusal("stateConflict");
}

/** Where the action leads; the table has the row, since the policy allowed the action. */
function targetOf(
  from: ContractState | null,
  action: ContractAction,
  viewer: Viewer,
  holder: Holder,
  facts: ContractFacts,
) {
  const transition = contractTransition(from, action, actorOf(viewer, holder), facts);
  if (!transition) throw new Refusal("stateConflict");
  return transition.to(facts);
}

/** What follows from the state that a contract reached. Part of the transaction that moved it. */
async function follow(
  tx: Tx,
  holder: Holder,
  { id, contract_name, signedBy }: { id: number; contract_name: string; signedBy: number | null },
  state: ContractState,
): Promise<void> {
  const params = { contract: contract_name };
  if (state === "approved") {
    await tx.enqueue(sealJob, { id });
    await tx.notify(holder, { type: "contract_approved", params, target_id: id });
  }
  if (state === "awaitingAdmin" && signedBy !== null) {
    const { name } = await getHolder(tx, holder);
    await tx.notifyStaff(holder, {
      type: "client_contract",
      params: { name, profile: holder.holderType, contract: contract_name, what: "signed" },
      created_by: signedBy,
    });
  }
  tx.emit("contract", holder);
}

interface Signing {
  contract_data?: Readonly<Record<string, string>> | undefined;
  state?: ContractState | undefined;
  signature?: SignatureGiven | undefined;
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
  enforce(refusalToAct(viewer, statusOf(viewer, row), "sign"));
  if (!given) throw new Refusal("badInput", { fields: [{ path: "signature", code: "required" }] });
  if (given.sha256 !== row.sha256.toString("hex") || (data && !sameData(data, row.contract_data)))
    throw new Refusal("textChanged");
  if (row.template_version !== null) {
    const { content } = await getTemplate(context.db, row.contract_type, row.template_version);
    requireFilled(content.fields, row.contract_data, "client");
  }
  await requireOpenHolder(context, holder);
  await transact(context, async (tx) => {
    // Conditional on state and text; concurrent actions on the contract wait here.
    if (!(await takeFrom(tx, row.id, { from: "awaitingClient", sha256: row.sha256 })))
      throw new Refusal("stateConflict");
    await lockHolder(tx, holder);
    const bound = boundTo(holder, row.id, given.sha256);
    await storeSignature(tx, context, { contractId: row.id, language: row.language, given, bound });
    const signers = (await listSigners(tx, holder)).map(({ id }) => id);
    const signedBy = (await listSignatures(tx, row.id)).map(({ user_id }) => user_id);
    const facts = {
      createdBy: row.by_admin ? ("firm" as const) : ("client" as const),
      counterSign: row.counter_sign,
      isLastSigner: isComplete(row.signers, signers, signedBy),
    };
    const to = targetOf("awaitingClient", "sign", viewer, holder, facts);
    if (expected !== undefined && expected !== to) throw new Refusal("stateConflict");
    if (to !== "awaitingClient" && !(await moveContract(tx, row.id, { from: "awaitingClient", to })))
      throw new Refusal("stateConflict");
    tx.audit("contract.signed", holder, {
      after: { contract: row.id, name: row.contract_name, sha256: given.sha256, state: to },
    });
    await follow(tx, holder, { ...row, signedBy: viewer.userId }, to);
  });
}

/** The firm's signature after the holder's. */
async function countersign(
  context: Context,
  row: ContractRecord,
  { signature: given, state: expected }: Signing,
): Promise<void> {
  const viewer = requireViewer(context);
  const holder = holderOf(row);
  enforce(refusalToAct(viewer, statusOf(viewer, row), "countersign"));
  if (expected !== undefined && expected !== "approved") throw new Refusal("contradictsSession");
  if (given && given.sha256 !== row.sha256.toString("hex")) throw new Refusal("textChanged");
  await requireOpenHolder(context, holder);
  await transact(context, async (tx) => {
    if (!(await moveContract(tx, row.id, { from: "awaitingAdmin", to: "approved" })))
      throw new Refusal("stateConflict");
    await insertSignature(tx, {
      contract_id: row.id,
      side: "firm",
      user_id: viewer.userId,
      name: given?.name ?? viewer.name,
      address: context.caller.address,
      user_agent: context.caller.userAgent,
      sha256: row.sha256,
      agreement_version: null,
      agreement: null,
      factor: null,
      challenge_id: null,
    });
    tx.audit("contract.countersigned", holder, {
      after: { contract: row.id, name: row.contract_name, sha256: row.sha256.toString("hex") },
    });
    await follow(tx, holder, { ...row, signedBy: null }, "approved");
  });
}

/** Signs for the side on which the viewer stands. */
export async function signContract(
  context: Context,
  { id, holderType, holderId }: Holder & { id: number },
  signing: Signing,
): Promise<Answer<typeof contracts.sign>> {
  const holder: Holder = { holderType, holderId };
  const row = await readContract(context.db, id, holder);
  if (actorOf(requireViewer(context), holder) === "holder") await signAsHolder(context, row, signing);
  else await countersign(context, row, signing);
  return getContract(context, holder, id);
}

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
  const writing = await writingOf(context, holder, template, order);
  const written = await requireWritten(context, holder, writing);
  if (written.sha256 !== given.sha256) throw new Refusal("textChanged");
  const made = newFrom(template, writing, written);
  const id = await storeContents(context, [made.content], async (tx, [sha256]) => {
    await lockHolder(tx, holder);
    const signers = (await listSigners(tx, holder)).map((one) => one.id);
    const isLastSigner = isComplete(rule, signers, [viewer.userId]);
    const facts = { createdBy: "client" as const, counterSign: true, isLastSigner };
    const state = targetOf(null, "propose", viewer, holder, facts);
    if (expected !== undefined && expected !== state) throw new Refusal("stateConflict");
    const contractId = await insertMade(tx, holder, made, {
      sha256,
      state,
      byAdmin: false,
      userId: viewer.userId,
      previous: null,
    });
    const bound = boundTo(holder, type, given.sha256);
    await storeSignature(tx, context, { contractId, language: writing.language, given, bound });
    tx.audit("contract.proposed", holder, {
      after: { contract: contractId, type, version: template.version, name: writing.name, sha256: given.sha256, state },
    });
    await follow(tx, holder, { id: contractId, contract_name: writing.name, signedBy: viewer.userId }, state);
    return contractId;
  });
  return getContract(context, holder, id);
}

/** Rejects with words what awaits the viewer's side. */
export async function rejectContract(
  context: Context,
  { id, holderType, holderId }: Holder & { id: number },
  message: string,
): Promise<Answer<typeof contracts.reject>> {
  const viewer = requireViewer(context);
  const holder: Holder = { holderType, holderId };
  const row = await readContract(context.db, id, holder);
  const byHolder = actorOf(viewer, holder) === "holder";
  enforce(refusalToAct(viewer, statusOf(viewer, row), byHolder ? "reject" : "decline"));
  const to = byHolder ? "rejectedByClient" : "rejectedByAdmin";
  await transact(context, async (tx) => {
    if (!(await moveContract(tx, id, { from: row.state, to, message }))) throw new Refusal("stateConflict");
    tx.audit("contract.rejected", holder, {
      after: { contract: id, name: row.contract_name, reason: message, state: to },
    });
    if (byHolder) {
      const { name } = await getHolder(tx, holder);
      await tx.notifyStaff(holder, {
        type: "client_contract",
        params: { name, profile: holder.holderType, contract: row.contract_name, what: "rejected" },
        created_by: viewer.userId,
      });
    } else
      await tx.notify(holder, {
        type: "contract_rejected",
        text: message,
        params: { contract: row.contract_name },
        target_id: id,
      });
    tx.emit("contract", holder);
  });
  return getContract(context, holder, id);
}

/**
 * Takes back what the viewer's side made. What the firm withdraws, the holder can no longer open: it may have been sent
 * to the wrong one.
 */
export async function withdrawContract(context: Context, id: number): Promise<Answer<typeof contracts.withdraw>> {
  const viewer = requireViewer(context);
  const row = await readKnown(context, id);
  const holder = holderOf(row);
  enforce(refusalToAct(viewer, statusOf(viewer, row), "withdraw"));
  const facts = { createdBy: row.by_admin ? "firm" : "client", counterSign: true, isLastSigner: true } as const;
  const to = targetOf(row.state, "withdraw", viewer, holder, facts);
  await transact(context, async (tx) => {
    if (!(await moveContract(tx, id, { from: row.state, to }))) throw new Refusal("stateConflict");
    if (row.by_admin) {
      const { file_id } = (await findContract(tx, id)) ?? row;
      await withdrawFile(tx, file_id);
      await tx.notify(holder, { type: "contract_withdrawn", params: { contract: row.contract_name }, target_id: id });
    }
    tx.audit("contract.withdrawn", holder, { after: { contract: id, name: row.contract_name, state: to } });
    tx.emit("contract", holder);
  });
  return getContract(context, holder, id);
}
