/** What a review is about, and the submission as the server answers it. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";

export interface FormOf extends Holder {
  type: FormType;
}
export type Revisions = Answer<(typeof forms)["listRevisions"]>;
export type Review = Answer<(typeof forms)["getRevision"]>;
