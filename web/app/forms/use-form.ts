/** The form as the server has it; begun where nobody has begun it. */
import type { Form } from "@portico/api/forms/drafts.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { type HolderState, openStates } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { holderKey } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import { useSocketConnect, useSocketEvent } from "../shell/use-socket-event.ts";

interface FormInfo {
  form: Form | null;
  state: HolderState;
}

export function useForm(holder: Holder, type: FormType, mayBegin: boolean) {
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = ["form", holder.holderType, holder.holderId, mayBegin];
  const query = useQuery({
    queryKey,
    // What is typed is the page's own; only what happens elsewhere makes it ask again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<FormInfo> => {
      const params = { ...holder, type };
      const { form, state } = await api.forms.getStanding({ params, signal });
      if ((form === null || form.draft === null) && mayBegin && openStates.includes(state) && !isWaiting(form, state))
        return { form: await api.forms.create({ params, body: { formData: {} } }), state };
      return { form, state };
    },
  });
  useSocketEvent("holder:state", (event) => {
    if (holderKey(event) === holderKey(holder)) void queries.invalidateQueries({ queryKey });
  });
  // What happened while there was no connection was not heard: an approval also gives new rights, and with them a new connection.
  useSocketConnect(() => void queries.invalidateQueries({ queryKey }));
  return query;
}

/** A renewal that was sent waits for staff though its state says the same as before. */
const isWaiting = (form: Form | null, state: HolderState): boolean =>
  state === "pendingReKYC" && form !== null && form.draft === null;
