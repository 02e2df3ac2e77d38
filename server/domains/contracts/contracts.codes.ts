/** One-time codes that are mailed for one contract and one text, and the signatures that use them. */

import { contracts, type SignatureGiven } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { hasAuthenticator } from "../sessions/sessions.factors.ts";
import { mailValidation, refuseMailbox } from "../sessions/sessions.validation.service.ts";
import { useFreshCode } from "../sessions/sessions.viewer.ts";
import { getAgreement } from "./contracts.agreement.ts";
import { refusalToAct } from "./contracts.policy.ts";
import type { ContractRecord } from "./contracts.queries.ts";
import { readContract, statusOf } from "./contracts.service.ts";
import { getProposable, languageIn } from "./contracts.templates.ts";
import { languageOfHolder } from "./contracts.values.ts";
import { insertSignature } from "./signatures.queries.ts";

/** What a code is bound to: a contract, or a proposal from a template, with the text that is signed. */
export const boundTo = (holder: Holder, contract: number | string, sha256: string): string =>
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

/**
 * Mails a code for one contract and one text; `textChanged` if the contract has another one by now. `coolingOff` if the
 * code would sign nothing because of a recent password reset, and there is no app whose code would.
 */
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
  if (!(await hasAuthenticator(context.db, viewer.userId))) refuseMailbox(viewer, context.now());
  const bound = boundTo(holder, contract, sha256);
  await transact(context, async (tx) => {
    await mailValidation(tx, context, viewer.userId, { boundTo: bound, about, step: "contract" });
    tx.audit("contract.codeRequested", holder, {
      after: { ...(typeof contract === "number" ? { contract } : { type: contract }), sha256 },
    });
  });
  return { for: bound };
}

/** Uses the confirmed code and stores the signature. Part of the transaction that moves the contract. */
export async function storeSignature(
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
  if (code?.factor === "mail") refuseMailbox(viewer, context.now());
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
