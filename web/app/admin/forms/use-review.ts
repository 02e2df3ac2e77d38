/** A holder's revisions, one of them with the one before, and what a reviewer does with it. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";
import { useSocketEvent } from "../../shell/use-socket-event.ts";

export interface FormOf extends Holder {
  type: FormType;
}
export type Review = Answer<(typeof forms)["getRevision"]>;

const formKey = ({ holderType, holderId, type }: FormOf) => ["admin", "review", holderType, holderId, type] as const;

export function useRevisions(form: FormOf) {
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = formKey(form);
  const again = (event: Holder | undefined) => {
    if (event?.holderType === form.holderType && event.holderId === form.holderId)
      void queries.invalidateQueries({ queryKey });
  };
  useSocketEvent("form:changed", again);
  useSocketEvent("holder:state", again);
  // A colleague's remark, or a step that they accepted.
  useSocketEvent("desk:changed", (event) => again(event.holder));
  return useQuery({
    queryKey: [...queryKey, "list"],
    queryFn: ({ signal }) => api.forms.listRevisions({ params: { ...form }, signal }),
  });
}

export function useReview(form: FormOf, revision: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...formKey(form), revision],
    queryFn: ({ signal }) => api.forms.getRevision({ params: { ...form, revision }, signal }),
  });
}

/** Remarks and accepted steps; each change shows once the server has it. */
export function useReviewActions(form: FormOf, revision: number) {
  const api = useApi();
  const queries = useQueryClient();
  const again = () => queries.invalidateQueries({ queryKey: [...formKey(form), revision] });
  const params = { ...form, revision };
  const addRemark = useMutation({
    mutationFn: (body: { path: string; audience: "client" | "staff"; text: string }) =>
      api.forms.addRemark({ params, body }),
    onSettled: again,
  });
  const withdrawRemark = useMutation({
    mutationFn: (remarkId: number) => api.forms.withdrawRemark({ params: { ...params, remarkId } }),
    onSettled: again,
  });
  const acceptStep = useMutation({
    mutationFn: (body: { step: string; accepted: boolean }) => api.forms.acceptStep({ params, body }),
    onSettled: again,
  });
  return { addRemark, withdrawRemark, acceptStep };
}
