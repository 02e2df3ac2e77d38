/** The calls about a holder's contracts: made, read, signed, rejected, withdrawn. */
import { z } from "zod";
import { contractStates, signerRules } from "../contract-states.ts";
import { defineEndpoints, download, holder, signedIn, staff } from "../endpoint.ts";
import { fileBytes } from "../file-text.ts";
import { uploadBodyLimit } from "../files.ts";
import { contractTextLimit } from "../rules/contracts.ts";
import {
  bodyId,
  bodyOrdinal,
  done,
  fileName,
  holderParams,
  id,
  inEachLanguage,
  language,
  ofHolder,
  page,
  pageQuery,
  sha256Hex,
} from "../shapes.ts";
import {
  agreement,
  contractData,
  contractDetail,
  contractField,
  contractName,
  contractRow,
  contractType,
  contractTypeOrCustom,
  fileRead,
  preview,
  rejectMessage,
  signatureGiven,
  typedName,
} from "./shapes.ts";

const contractParams = holderParams.extend({ id });
const typeParams = holderParams.extend({ type: contractType });
const state = z.enum(contractStates);

export const ofHolders = defineEndpoints({
  listAll: {
    method: "GET",
    path: "/contract",
    summary: "Contracts of all holders, those longest in their state first.",
    access: staff("internal"),
    fromReplica: true,
    query: z.object({
      ...pageQuery,
      ...ofHolder,
      state: state.optional(),
      type: contractTypeOrCustom.optional(),
      /** Only those of clients assigned to this colleague; 0 for those of nobody. */
      assigned: z.coerce.number().int().min(0).optional(),
      /** Only those in their state for at least so many days. */
      age: z.coerce.number().int().min(0).max(3650).optional(),
    }),
    answer: page({
      contracts: z.array(contractRow),
      /** How many there are, at most a thousand; only on the first page. */
      count: z.number().int().nullable(),
    }),
  },
  list: {
    method: "GET",
    path: "/contract/:holderType/:holderId/:type",
    summary: "The holder's contracts of a type, or of every type (`all`), the newest first.",
    access: holder("internal"),
    readTogether: true,
    params: holderParams.extend({ type: contractTypeOrCustom }),
    query: z.object(pageQuery),
    answer: page({
      contracts: z.array(contractRow),
      /** How many await the reader's signature, at most a hundred; for staff, the holder's. */
      awaiting: z.number().int(),
    }),
  },
  get: {
    method: "GET",
    path: "/contract/:holderType/:holderId/:id/data",
    summary: "A contract with its values, its file and its signatures.",
    access: holder("internal"),
    params: contractParams,
    answer: contractDetail,
  },
  listProposable: {
    method: "GET",
    path: "/contract/:holderType/:holderId/proposable",
    summary: "The templates that the holder may propose a contract from.",
    access: holder("internal"),
    params: holderParams,
    answer: z.array(
      z.object({
        type: z.string(),
        /** In the holder's language if the template has a text in it, else in the first that it has. */
        name: z.string(),
        language,
        /** Those in which it can be proposed, and its name in each. */
        languages: z.array(language),
        names: inEachLanguage,
        fields: z.array(contractField),
        agreement,
      }),
    ),
  },
  preview: {
    method: "POST",
    path: "/contract/:holderType/:holderId/:type/preview",
    summary: "The PDF that a contract would be, with the holder's data, or why there is none. Nothing is stored.",
    access: holder("office"),
    params: typeParams,
    body: z.strictObject({
      contract_data: contractData.default({}),
      /** The template's name if missing. */
      contract_name: contractName.optional(),
      /** The holder's language if missing; refused if the template has no text in it. */
      language: language.optional(),
      /** Staff: a draft of the template. The version in use if missing. */
      version: bodyOrdinal.optional(),
    }),
    answer: preview,
    errors: ["forbidden", "stateConflict"],
    rateLimits: [{ tries: 120, seconds: 600, per: "person" }],
  },
  save: {
    method: "POST",
    path: "/contract/:holderType/:holderId/:type/save",
    summary: "Sends a contract to the holder; or, by the holder, proposes one that they signed.",
    access: holder("office"),
    params: typeParams,
    body: z.strictObject({
      contract_data: contractData.default({}),
      /** The template's name if missing. */
      contract_name: contractName.optional(),
      /** What the caller expects; another one is refused. */
      state: state.optional(),
      language: language.optional(),
      /** Of the preview; a different PDF is not sent. A proposal must name it in its signature. */
      sha256: sha256Hex.optional(),
      /** Staff: the ended contract that this one replaces. */
      previous: bodyId.optional(),
      /** A proposal's signature. */
      signature: signatureGiven.optional(),
    }),
    answer: contractDetail,
    notRepeatable: true,
    errors: [
      "forbidden",
      "stateConflict",
      "contradictsSession",
      "contractText",
      "textChanged",
      "nameDiffers",
      "freshCodeNeeded",
      "coolingOff",
      "fourEyes",
    ],
    rateLimits: [{ tries: 120, seconds: 600, per: "person" }],
  },
  custom: {
    method: "POST",
    path: "/contract/:holderType/:holderId/custom",
    summary: "Sends the holder a contract without a template: a finished PDF, or a text written for them.",
    access: staff("office"),
    params: holderParams,
    body: z.strictObject({
      contract_name: contractName,
      language,
      counterSign: z.boolean().default(false),
      signers: z.enum(signerRules).default("any"),
      expiryDays: z.int().min(1).max(365).optional(),
      previous: bodyId.optional(),
      content: z.union([
        z.strictObject({ fileName, base64data: fileBytes }),
        z.strictObject({ text: z.string().trim().min(1).max(contractTextLimit) }),
      ]),
    }),
    answer: contractDetail,
    notRepeatable: true,
    errors: ["fileRefused", "contractText", "fourEyes", "stateConflict", "tooManyRequests"],
    bodyLimit: uploadBodyLimit,
    rateLimits: [{ tries: 60, seconds: 600, per: "person" }],
  },
  previewText: {
    method: "POST",
    path: "/contract/:holderType/:holderId/custom/preview",
    summary: "The PDF of a text written for the holder, or why there is none. Nothing is stored.",
    access: staff("office"),
    params: holderParams,
    body: z.strictObject({ contract_name: contractName, language, text: z.string().max(contractTextLimit) }),
    answer: preview,
    rateLimits: [{ tries: 120, seconds: 600, per: "person" }],
  },
  fillIn: {
    method: "PATCH",
    path: "/contract/:holderType/:holderId/:id/data",
    summary: "Fills in what is the holder's to fill; the PDF is made again with it, before anybody signs.",
    access: holder(),
    params: contractParams,
    body: z.strictObject({ contract_data: contractData, /** Of the PDF that it replaces. */ sha256: sha256Hex }),
    answer: contractDetail,
    errors: ["stateConflict", "contractText", "textChanged"],
  },
  markOpened: {
    method: "POST",
    path: "/contract/:holderType/:holderId/:id/opened",
    summary: "The holder opened the contract; recorded the first time.",
    access: holder(),
    params: contractParams,
    body: z.strictObject({}).optional(),
    answer: done,
  },
  requestCode: {
    method: "POST",
    path: "/contract/:holderType/:holderId/code",
    summary:
      "Mails a one-time code that signs this contract in this text and nothing else; or asks about a name that is not the account's.",
    access: holder(),
    params: holderParams,
    body: z.strictObject({
      /** The contract's id, or the template of a proposal. */
      contract: z.union([bodyId, contractType]),
      sha256: sha256Hex,
      ...typedName,
      /** In which the question is asked; the contract's if missing. */
      language: language.optional(),
    }),
    answer: z.object({
      /** To send with check-validation. */
      for: z.string(),
      /** Asked because the name is not the account's; no code is mailed before the answer. */
      name_question: z.string().nullable(),
      /** The same question in the contract's language, if it was asked in another one. */
      name_question_in_contract: z.string().nullable(),
    }),
    notRepeatable: true,
    errors: ["stateConflict", "textChanged", "nameDiffers", "coolingOff", "forbidden"],
    rateLimits: [{ tries: 20, seconds: 900, per: "person" }],
  },
  sign: {
    method: "PATCH",
    path: "/contract/:holderType/:holderId/:id/sign",
    summary: "Signs: the holder with a confirmed code for this contract and text, or office after the holder.",
    access: holder("office"),
    params: contractParams,
    body: z.strictObject({
      /** What was filled in; it must be what the signed PDF contains. */
      contract_data: contractData.optional(),
      /** What the caller expects; another one is refused. */
      state: state.optional(),
      /** Required of the holder. */
      signature: signatureGiven.optional(),
      /** Of office: what was read before signing; the evidence says so, or that the caller did not state it. */
      read: fileRead.optional(),
    }),
    answer: contractDetail,
    errors: ["stateConflict", "textChanged", "nameDiffers", "freshCodeNeeded", "coolingOff", "forbidden", "fourEyes"],
  },
  reject: {
    method: "PATCH",
    path: "/contract/:holderType/:holderId/:id/reject",
    summary: "Rejects with words: the holder what awaits them, office what awaits the firm.",
    access: holder("office"),
    params: contractParams,
    body: z.strictObject({ clientRejectMsg: rejectMessage }),
    answer: contractDetail,
    errors: ["stateConflict", "forbidden", "fourEyes"],
  },
  withdraw: {
    method: "PATCH",
    path: "/contract/:id/withdraw",
    summary: "Takes back a contract that is not finished, by the side that made it.",
    access: signedIn,
    params: z.object({ id }),
    body: z.strictObject({}).optional(),
    answer: contractDetail,
    errors: ["stateConflict", "forbidden"],
  },
  evidence: {
    method: "GET",
    path: "/contract/:holderType/:holderId/:id/evidence",
    summary: "The evidence of a signed contract as one ZIP, which anybody can verify without the portal.",
    access: holder("internal"),
    fromReplica: true,
    params: contractParams,
    answer: download,
    binary: true,
    errors: ["stateConflict", "unavailable"],
    rateLimits: [{ tries: 30, seconds: 600, per: "person" }],
  },
});
