/** Status of a holder's form, for the tracker and the list of open actions. */
import type { Form } from "@portico/api/forms/drafts.ts";
import type { RequiredContract } from "@portico/api/forms/form-shapes.ts";
import { type FormType, formSteps } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";

export interface FormStatus {
  /** Null before it was started; undefined until the server has answered. */
  form: Form | null | undefined;
  /** Number of incomplete steps; undefined without a draft. */
  missing: number | undefined;
  total: number;
  canFill: boolean;
  /** The contract that the approval requires; null if none, undefined until the server has answered. */
  contract: RequiredContract | null | undefined;
  isError: boolean;
}

export function useFormStatus(holder: Holder): FormStatus {
  const api = useApi();
  const type: FormType = holder.holderType === "user" ? "KYC" : "companyKYC";
  const { data, isError } = useCall(api.forms.getStanding, { params: { ...holder, type } });
  return {
    form: data?.form,
    missing: data?.incomplete?.length,
    total: formSteps[type].length,
    canFill: data?.can.fill ?? false,
    contract: data?.contract,
    isError,
  };
}
