/** The form as the server has it; begun where nobody has begun it. */
import type { Form } from "@portico/api/forms/drafts.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { type HolderState, openStates } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useEffect } from "react";
import { useApi } from "../shell/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";
import { useSocketConnect } from "../shell/use-socket-event.ts";

interface FormInfo {
  form: Form | null;
  state: HolderState;
}

interface KnownForm {
  data: FormInfo | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
}

/** `mayBegin`: a draft is made where none is open and one may be; there is no data until it is. */
export function useForm(holder: Holder, type: FormType, mayBegin: boolean): KnownForm {
  const api = useApi();
  const params = { ...holder, type };
  const { data, error, isFetching, refetch } = useCall(
    api.forms.getStanding,
    { params },
    {
      variant: "open",
      // Saved drafts are heard of by the page that types them (use-form-draft.ts).
      judges: "form:changed",
      // What is typed is the page's own; only what happens elsewhere makes it ask again.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
  );
  const { mutate: begin, ...beginning } = useChange((api) => api.forms.create({ params, body: { formData: {} } }), {
    onSuccess: () => refetch(),
  });
  const isMissing = mayBegin && data !== undefined && canBegin(data);
  useEffect(() => {
    if (isMissing) begin();
  }, [isMissing, begin]);
  // What happened while there was no connection was not heard: an approval also gives new rights, and with them a new connection.
  useSocketConnect(() => void refetch());
  return {
    data: isMissing ? undefined : data,
    error: (isMissing ? beginning.error : null) ?? error,
    isFetching: isFetching || beginning.isPending,
    refetch: () => (isMissing ? begin() : void refetch()),
  };
}

/** A renewal that was sent waits for staff though its state says the same as before. */
const canBegin = ({ form, state }: FormInfo): boolean =>
  !form?.draft && openStates.includes(state) && !(state === "pendingReKYC" && form !== null);
