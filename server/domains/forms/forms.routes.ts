/** The forms' calls. */
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { Handlers } from "../../http/handlers.ts";
import { discardCompanyForm, listKnownPersons } from "./draft/copied-persons.ts";
import { createDraft, getForm, saveDraft } from "./draft/drafts.ts";
import { listFormPage } from "./review/list.ts";
import { acceptStep, acceptSteps, addRemark, getRevision, listRevisions, withdrawRemark } from "./review/review.ts";
import { getSubmitted, listSubmitted } from "./submission/own-submissions.ts";
import { checkForm, getStatus, submitForm } from "./submission/submission.ts";

export const formsRoutes: Handlers<typeof forms> = {
  create: (context, { params, body }) => createDraft(context, params, body.formData),
  get: (context, { params }) => getForm(context, params),
  getStanding: (context, { params }) => getStatus(context, params),
  save: (context, { params, body }) => saveDraft(context, params, body),
  snapshot: (context, { params, body }) => submitForm(context, params, body),
  check: (context, { params }) => checkForm(context, params),
  getPersons: (context, { params }) => listKnownPersons(context, params.id),
  discardCompanyForm: (context, { params }) => discardCompanyForm(context, params.id),
  listSubmitted: (context, { params }) => listSubmitted(context, params),
  getSubmitted: (context, { params }) => getSubmitted(context, params),
  list: (context, { params, query }) => listFormPage(context, { ...params, ...query }),
  listRevisions: (context, { params }) => listRevisions(context, params),
  getRevision: (context, { params }) => getRevision(context, params),
  addRemark: (context, { params, body }) => addRemark(context, params, body),
  withdrawRemark: (context, { params }) => withdrawRemark(context, params),
  acceptStep: (context, { params, body }) => acceptStep(context, params, body),
  acceptSteps: (context, { params, body }) => acceptSteps(context, params, { ...body, accepted: true }),
};
