/** The calls of contracts. */
import type { contracts } from "@portico/api/contracts.ts";
import type { Handlers } from "../../http/handlers.ts";
import { requireViewer } from "../../kernel/context.ts";
import { isHolder } from "../../kernel/viewer.ts";
import { getBatch, listBatches, previewBatch, setBatchState, startBatch } from "./batches/batches.ts";
import { getContract, listAllContracts, listHolderContracts, markContractOpened } from "./contracts.ts";
import { rejectContract, withdrawContract } from "./endings.ts";
import { makeEvidence } from "./evidence/evidence.ts";
import { proposeContract } from "./proposals.ts";
import { sendContract, sendCustom } from "./sending.ts";
import { requestCode } from "./signing/codes.ts";
import { fillContract } from "./signing/holder-fields.ts";
import { signContract } from "./signing/signatures.ts";
import { getStartingTemplate } from "./templates/first-template.ts";
import { listPlaceholders } from "./templates/placeholder-values.ts";
import { previewContract, previewText } from "./templates/preview.ts";
import {
  listProposable,
  listTemplates,
  listTemplateVersions,
  retireTemplate,
  saveTemplate,
  useTemplate,
} from "./templates/templates.ts";

export const contractsRoutes: Handlers<typeof contracts> = {
  listTemplates: (context) => listTemplates(context),
  getStartingTemplate,
  listTemplateVersions: (context, { params }) => listTemplateVersions(context, params.type),
  listPlaceholders: (context) => listPlaceholders(context),
  saveTemplate: (context, { params, body }) => saveTemplate(context, params.type, body),
  useTemplate: (context, { params, body }) => useTemplate(context, params.type, body),
  retireTemplate: (context, { params, body }) => retireTemplate(context, params.type, body.version),
  previewBatch: (context, { params, body }) => previewBatch(context, params.type, body),
  startBatch: (context, { params, body }) => startBatch(context, params.type, body),
  listBatches: (context, { query }) => listBatches(context, query),
  getBatch: (context, { params }) => getBatch(context, params.id),
  setBatchState: (context, { params, body }) => setBatchState(context, params.id, body.state),
  listAll: (context, { query }) => listAllContracts(context, query),
  list: (context, { holder, params, query }) => listHolderContracts(context, holder, { ...query, type: params.type }),
  get: (context, { holder, params }) => getContract(context, holder, params.id),
  listProposable: (context, { holder }) => listProposable(context, holder),
  preview: (context, { params, body }) => previewContract(context, params, body),
  save: (context, { params, body }) =>
    isHolder(requireViewer(context), params)
      ? proposeContract(context, params, body)
      : sendContract(context, params, body),
  custom: (context, { holder, body }) => sendCustom(context, holder, body),
  previewText: (context, { holder, body }) => previewText(context, holder, body),
  fillIn: (context, { params, body }) => fillContract(context, params, body),
  markOpened: (context, { holder, params }) => markContractOpened(context, holder, params.id),
  requestCode: (context, { holder, body }) => requestCode(context, holder, body),
  sign: (context, { params, body }) => signContract(context, params, body),
  reject: (context, { params, body }) => rejectContract(context, params, body.clientRejectMsg),
  withdraw: (context, { params }) => withdrawContract(context, params.id),
  evidence: (context, { holder, params }) => makeEvidence(context, holder, params.id),
};
