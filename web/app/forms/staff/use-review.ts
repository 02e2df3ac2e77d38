/** A holder's revisions, one of them with the previous one, and the reviewer's actions. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";

export interface FormOf extends Holder {
  type: FormType;
}
export type Review = Answer<(typeof forms)["getRevision"]>;

export function useRevisions(form: FormOf) {
  const api = useApi();
  return useCall(api.forms.listRevisions, { params: form });
}

export function useReview(form: FormOf, revision: number) {
  const api = useApi();
  return useCall(api.forms.getRevision, { params: { ...form, revision } });
}

/** Remarks and accepted steps; a change is shown once the server has it. */
export function useReviewActions(form: FormOf, revision: number) {
  const params = { ...form, revision };
  const addRemark = useChange((api, body: { path: string; audience: "client" | "staff"; text: string }) =>
    api.forms.addRemark({ params, body }),
  );
  const withdrawRemark = useChange((api, remarkId: number) =>
    api.forms.withdrawRemark({ params: { ...params, remarkId } }),
  );
  const acceptStep = useChange((api, body: { step: string; accepted: boolean }) =>
    api.forms.acceptStep({ params, body }),
  );
  return { addRemark, withdrawRemark, acceptStep };
}
