/** The person's progress to becoming a client, in terms of the specification's alert. */
import type { CompanyData } from "@portico/api/companies.ts";
import { type ClosedState, type HolderState, kycAlert, startedStates } from "@portico/api/holder-states.ts";
import { isStaff } from "@portico/api/permissions.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { holderKey, useActiveHolder, useCompanies } from "../shell/session/active-holder.ts";
import { useProfile } from "../shell/session/session.ts";

interface StartedCompany {
  id: number;
  state: HolderState;
}

/**
 * The company that the person started; null if none. Until the server answers, and without it, the companies stored in
 * this browser are used: an alert that came later would move the page.
 */
function useStartedCompany(): StartedCompany | null {
  const api = useApi();
  const { id: userId } = useProfile();
  const companies = useCompanies();
  const { data } = useCall(api.companies.getStartedState, { params: { userId } });
  if (data) return data.id !== null && data.state !== null ? { id: data.id, state: data.state } : null;
  return companies.find(({ state }) => startedStates.includes(state)) ?? null;
}

/** The alert on every page; null if none applies, and for staff, who are not clients. */
export function useKycAlert(): { alert: "kyc" | ClosedState; started: StartedCompany | null } | null {
  const { state, repCompanies, role } = useProfile();
  const started = useStartedCompany();
  if (isStaff(role)) return null;
  const alert = kycAlert({
    state,
    representsCompanies: repCompanies.length > 0,
    startedCompany: started?.state ?? null,
  });
  return alert && { alert, started };
}

/** The holder whose form the alert links to; undefined without such an alert. */
export function useAlertTarget(): string | undefined {
  const { id } = useProfile();
  const { readOnly } = useActiveHolder();
  const status = useKycAlert();
  if (readOnly || status?.alert !== "kyc") return undefined;
  const { started } = status;
  return started?.state === "returnedKYC"
    ? holderKey({ holderType: "company", holderId: started.id })
    : holderKey({ holderType: "user", holderId: id });
}

/** Companies of the person acting for themselves, or of the client in view-as; none while acting for a company. */
export function useCompaniesInSight(): readonly CompanyData[] {
  const api = useApi();
  const { holder, readOnly } = useActiveHolder();
  const own = useCompanies();
  const isPerson = holder.holderType === "user";
  const { data } = useCall(
    api.companies.listOwn,
    { params: { userId: holder.holderId } },
    { enabled: readOnly && isPerson },
  );
  if (!isPerson) return [];
  return readOnly ? (data ?? []) : own;
}

/** Whether a person needs a form of their own: staff, and people who came for a company, only once they have started one. */
export function useNeedsForm(): (form: object | null | undefined) => boolean {
  const { role } = useProfile();
  const { holder, readOnly } = useActiveHolder();
  const companies = useCompaniesInSight();
  const isFree = holder.holderType === "user" && ((isStaff(role) && !readOnly) || companies.length > 0);
  return (form) => Boolean(form) || !isFree;
}
