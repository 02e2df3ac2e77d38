/** One-time codes that are mailed for one contract and one text, and the signatures that use them. */

import type { ShownToSigner } from "@portico/api/contracts/shapes.ts";
import { contracts, type SignatureGiven } from "@portico/api/contracts.ts";
import type { Answer, Input } from "@portico/api/endpoint.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { hasAuthenticator } from "../../sessions/factors/factors.ts";
import { mailValidation, refuseMailbox } from "../../sessions/step-code.ts";
import { useFreshCode } from "../../sessions/viewer.ts";
import { refusalToAct } from "../contracts.policy.ts";
import type { ContractRecord } from "../contracts.queries.ts";
import { readContract, toContractStatus } from "../contracts.ts";
import { getHolderLanguage } from "../templates/placeholder-values.ts";
import { getProposable, languageIn } from "../templates/templates.ts";
import { getAgreement } from "./agreement.ts";
import { insertSignature } from "./signatures.queries.ts";
import { answeredQuestion, nameQuestion } from "./signer-names.ts";

/** What a code is bound to: a contract, or a proposal from a template, with the text that is signed. */
export const boundTo = (holder: Holder, contract: number | string, sha256: string): string =>
  `contract:${holder.holderType}/${holder.holderId}/${contract}:${sha256}`;

/** What the code is for, in the mail, and the language in which a question about it is asked. */
interface About {
  name: string;
  language: Language;
}

async function aboutContract(context: Context, holder: Holder, id: number, sha256: string): Promise<About> {
  const viewer = requireViewer(context);
  const row = await readContract(context.db, id, holder);
  enforce(refusalToAct(viewer, toContractStatus(viewer, row), "sign"));
  if (row.sha256.toString("hex") !== sha256) throw new Refusal("textChanged");
  return { name: row.contract_name, language: row.language };
}

async function aboutProposal(context: Context, holder: Holder, type: string): Promise<About> {
  const template = await getProposable(context.db, type, holder);
  const language = languageIn(template, await getHolderLanguage(context.db, holder));
  return { name: template.content.name[language], language };
}

/**
 * Mails a code for one contract and one text; `textChanged` if the contract has another one by now. A typed name that is
 * not the account's is asked about first. `coolingOff` if the code would sign nothing because of a recent password reset,
 * and there is no app whose code would.
 */
export async function requestCode(
  context: Context,
  holder: Holder,
  { contract, sha256, name, name_question, language }: Input<typeof contracts.requestCode>["body"],
): Promise<Answer<typeof contracts.requestCode>> {
  const viewer = requireViewer(context);
  const about =
    typeof contract === "number"
      ? await aboutContract(context, holder, contract, sha256)
      : await aboutProposal(context, holder, contract);
  const bound = boundTo(holder, contract, sha256);
  if (name !== undefined && name_question === undefined) {
    const question = nameQuestion(name, viewer, language ?? about.language);
    const inContract = nameQuestion(name, viewer, about.language);
    if (question !== null)
      return {
        for: bound,
        name_question: question,
        name_question_in_contract: inContract === question ? null : inContract,
      };
  } else if (name !== undefined) answeredQuestion({ name, name_question }, viewer);
  if (!(await hasAuthenticator(context.db, viewer.userId))) refuseMailbox(viewer, context.now());
  await transact(context, async (tx) => {
    await mailValidation(tx, context, viewer.userId, { boundTo: bound, about: about.name, step: "contract" });
    tx.audit("contract.codeRequested", holder, {
      after: { ...(typeof contract === "number" ? { contract } : { type: contract }), sha256 },
    });
  });
  return { for: bound, name_question: null, name_question_in_contract: null };
}

/** How the signer read the file, as their application states it, by the portal's clock. */
export const shownTo = (shown: ShownToSigner | undefined, now: Date) =>
  shown
    ? { shown_how: shown.how, shown_at: new Date(now.getTime() - shown.secondsAgo * 1000) }
    : { shown_how: "unstated" as const, shown_at: null };

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
  const asked = answeredQuestion(given, viewer);
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
    name_question: asked,
    address: context.caller.address,
    user_agent: context.caller.userAgent,
    sha256: Buffer.from(given.sha256, "hex"),
    agreement_version: agreement.version,
    agreement: agreement.text,
    factor: code.factor,
    challenge_id: code.challengeId,
    ...shownTo(given.shown, context.now()),
  });
  if (!isNew) throw new Refusal("stateConflict");
}
