/** The form as the server has it; begun where nobody has begun it. */
import type { Form } from "@portico/api/forms/drafts.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { type HolderState, openStates } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../shell/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useSocketConnect } from "../shell/use-socket-event.ts";

interface FormInfo {
  form: Form | null;
  state: HolderState;
}

export function useForm(holder: Holder, type: FormType, mayBegin: boolean) {
  const api = useApi();
  const params = { ...holder, type };
  const query = useCall(
    api.forms.getStanding,
    { params },
    {
      variant: mayBegin ? "open" : "read",
      // Saved drafts are heard of by the page that types them (use-form-draft.ts).
      judges: "form:changed",
      // What is typed is the page's own; only what happens elsewhere makes it ask again.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      ask: async ({ signal }): Promise<FormInfo> => {
        const { form, state } = await api.forms.getStanding({ params, signal });
        if ((form === null || form.draft === null) && mayBegin && openStates.includes(state) && !isWaiting(form, state))
          return { form: await api.forms.create({ params, body: { formData: {} } }), state };
        return { form, state };
      },
    },
  );
  // What happened while there was no connection was not heard: an approval also gives new rights, and with them a new connection.
  useSocketConnect(() => void query.refetch());
  return query;
}

/** A renewal that was sent waits for staff though its state says the same as before. */
const isWaiting = (form: Form | null, state: HolderState): boolean =>
  state === "pendingReKYC" && form !== null && form.draft === null;
