/** Open KYC actions of the person: their own form, or that of a company they started. */
import { openStates } from "@portico/api/holder-states.ts";
import { formPath } from "../shell/form-path.ts";
import { holderKey, useActiveHolder } from "../shell/session/active-holder.ts";
import { useText } from "../ui/text.tsx";
import { useFormStatus } from "./use-form-status.ts";
import { useAlertTarget, useCompaniesInSight, useNeedsForm } from "./use-kyc-alert.ts";

export interface KycNeed {
  id: string;
  /** Whose form it is. */
  of: string;
  text: string;
  action: string;
  to: string;
}

export function useKycNeeds(): { needs: KycNeed[]; isLoading: boolean } {
  const t = useText();
  const needsForm = useNeedsForm();
  const { holder, name, state } = useActiveHolder();
  const { form, isError } = useFormStatus(holder);
  const companies = useCompaniesInSight();

  const needOf = (of: typeof holder, kind: "begin" | "continue" | "returned" | "renew", company: string): KycNeed => ({
    id: `kyc ${holderKey(of)}`,
    of: holderKey(of),
    text: t(`onboarding.need.${kind}.${of.holderType}`, { name: company || t("shell.account.newCompany") }),
    action: t(`onboarding.need.${kind}.action`),
    to: formPath(of),
  });

  const needs: KycNeed[] = [];
  if (form !== undefined && openStates.includes(state)) {
    const isWaiting = state === "pendingReKYC" && form?.draft === null;
    const kind =
      state === "returnedKYC" ? "returned" : state === "pendingReKYC" ? "renew" : form ? "continue" : "begin";
    if (needsForm(form) && !isWaiting) needs.push(needOf(holder, kind, name));
  }
  for (const company of companies)
    if (company.state === "preKYC" || company.state === "returnedKYC")
      needs.push(
        needOf(
          { holderType: "company", holderId: company.id },
          company.state === "preKYC" ? "continue" : "returned",
          company.name,
        ),
      );
  // The alert above says the same, with the same link.
  const alerted = useAlertTarget();
  return {
    needs: needs.filter(({ of }) => of !== alerted),
    isLoading: form === undefined && !isError && openStates.includes(state),
  };
}
