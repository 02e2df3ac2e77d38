/** The holder's calls for submitted forms: every version stays readable, by the number on its receipt. */
import { z } from "zod";
import { defineEndpoints, holder } from "../endpoint.ts";
import { instant, ordinal } from "../shapes.ts";
import { form } from "./drafts.ts";
import { formParams } from "./form-shapes.ts";

const submittedVersion = z.object({ revision: z.number().int(), submitted_at: instant });

export const submittedForm = submittedVersion.extend(form.pick({ form_data: true, settled: true, agreed: true }).shape);
export type SubmittedForm = z.infer<typeof submittedForm>;

export const formSubmitted = defineEndpoints({
  listSubmitted: {
    method: "GET",
    path: "/form/:holderType/:holderId/:type/submitted",
    summary: "The versions of a form that were submitted, newest first.",
    access: holder("internal"),
    params: formParams,
    answer: z.array(submittedVersion),
  },
  getSubmitted: {
    method: "GET",
    path: "/form/:holderType/:holderId/:type/submitted/:revision",
    summary: "The answers of a submitted version, as they were, with the texts that were agreed to.",
    access: holder("internal"),
    params: formParams.extend({ revision: ordinal }),
    answer: submittedForm,
  },
});
