/** How far a holder's form is, as the tracker and what needs the person tell it. */
import type { Form } from "@portico/api/forms/drafts.ts";
import { type FormType, formSteps } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { holderKey } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import { useSocketEvent } from "../shell/use-socket-event.ts";

export interface FormStanding {
  /** Null before it was begun; undefined until the server said. */
  form: Form | null | undefined;
  /** How many of its parts still miss something; undefined where there is no draft. */
  missing: number | undefined;
  total: number;
  isError: boolean;
}

export function useFormStanding(holder: Holder): FormStanding {
  const api = useApi();
  const queries = useQueryClient();
  const type: FormType = holder.holderType === "user" ? "KYC" : "companyKYC";
  const queryKey = ["form-standing", holder.holderType, holder.holderId];
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { form, incomplete } = await api.forms.getStanding({ params: { ...holder, type }, signal });
      return { form, missing: incomplete?.length };
    },
  });
  const mine = holderKey(holder);
  const again = (event: { holderType: "user" | "company"; holderId: number }) => {
    if (holderKey(event) === mine) void queries.invalidateQueries({ queryKey });
  };
  useSocketEvent("form:changed", again);
  useSocketEvent("holder:state", again);
  return { form: data?.form, missing: data?.missing, total: formSteps[type].length, isError };
}
