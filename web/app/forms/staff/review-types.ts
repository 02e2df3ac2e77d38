/** What a review is about: the submission as the server answers it, and its steps. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { Step } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { ComparedRow } from "../answers/answer-rows.ts";

export interface FormOf extends Holder {
  type: FormType;
}
export type Revisions = Answer<(typeof forms)["listRevisions"]>;
export type Review = Answer<(typeof forms)["getRevision"]>;

export interface ComparedStep {
  step: Step;
  rows: readonly ComparedRow[];
  /** Number of changed rows; undefined without a previous revision. */
  changes: number | undefined;
  /** Remarks on the step and its rows. */
  remarks: number;
  acceptance: Review["accepted"][number] | undefined;
}
