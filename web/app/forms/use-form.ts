/** The form on the server; started if nobody has started it. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useEffect } from "react";
import { useApi } from "../shell/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";

type FormInfo = Answer<(typeof forms)["getStanding"]>;

interface KnownForm {
  data: FormInfo | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
}

/** `mayBegin`: creates a draft if none is open and one is allowed; there is no data until then. */
export function useForm(holder: Holder, type: FormType, mayBegin: boolean): KnownForm {
  const api = useApi();
  const params = { ...holder, type };
  const { data, error, isFetching, refetch } = useCall(
    api.forms.getStanding,
    { params },
    {
      variant: "open",
      // The page that edits the draft handles events of saved drafts (use-form-draft.ts).
      ignores: "form:changed",
      // The page's own input is newer; only events from elsewhere cause a refetch.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
  );
  const { mutate: begin, ...beginning } = useChange((api) => api.forms.create({ params, body: { formData: {} } }), {
    onSuccess: () => refetch(),
  });
  const isMissing = mayBegin && data !== undefined && !data.form?.draft && data.can.fill;
  useEffect(() => {
    if (isMissing) begin();
  }, [isMissing, begin]);
  return {
    data: isMissing ? undefined : data,
    error: (isMissing ? beginning.error : null) ?? error,
    isFetching: isFetching || beginning.isPending,
    refetch: () => (isMissing ? begin() : void refetch()),
  };
}
