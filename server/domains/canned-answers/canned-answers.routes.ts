/** The calls of canned answers. */
import type { cannedAnswers } from "@portico/api/canned-answers.ts";
import type { Handlers } from "../../http/handlers.ts";
import {
  changeCannedAnswer,
  createCannedAnswer,
  listCannedAnswers,
  listCannedAnswersFor,
  removeCannedAnswer,
} from "./canned-answers.ts";

export const cannedAnswersRoutes: Handlers<typeof cannedAnswers> = {
  list: (context) => listCannedAnswers(context),
  listFor: (context, { holder }) => listCannedAnswersFor(context, holder),
  create: (context, { body }) => createCannedAnswer(context, body),
  change: (context, { params, body }) => changeCannedAnswer(context, params.id, body),
  remove: (context, { params }) => removeCannedAnswer(context, params.id),
};
