/** Where the person stands on the way to being a client, as the specification's alert reads it. */
import type { CompanyData } from "@portico/api/companies.ts";
import { type HolderState, kycAlert, startedStates } from "@portico/api/holder-states.ts";
import { isStaff } from "@portico/api/permissions.ts";
import { holderKey, useActing, useCompanies } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useProfile } from "../shell/session.ts";

interface StartedCompany {
  id: number;
  state: HolderState;
}

/** The company that the person has begun; null where there is none, undefined until it is known. */
function useStartedCompany(): StartedCompany | null | undefined {
  const api = useApi();
  const { id: userId } = useProfile();
  const companies = useCompanies();
  const { data, fetchStatus } = useCall(api.companies.getStartedState, { params: { userId } });
  if (data) return data.id !== null && data.state !== null ? { id: data.id, state: data.state } : null;
  if (fetchStatus === "fetching") return undefined;
  // The server cannot be asked: what this browser keeps of the person's companies is the last that was known.
  return companies.find(({ state }) => startedStates.includes(state)) ?? null;
}

/** What every page says; null where nothing stands in between, and for staff, who are nobody's clients. */
export function useKycAlert(): { alert: "kyc" | "rejected" | "disabled"; started: StartedCompany | null } | null {
  const { state, repCompanies, role } = useProfile();
  const started = useStartedCompany();
  if (isStaff(role) || started === undefined) return null;
  const alert = kycAlert({
    state,
    representsCompanies: repCompanies.length > 0,
    startedCompany: started?.state ?? null,
  });
  return alert && { alert, started };
}

/** The holder to whose form the alert leads; undefined where there is no such alert. */
export function useAlertTarget(): string | undefined {
  const { id } = useProfile();
  const { readOnly } = useActing();
  const standing = useKycAlert();
  if (readOnly || standing?.alert !== "kyc") return undefined;
  const { started } = standing;
  return started?.state === "returnedKYC"
    ? holderKey({ holderType: "company", holderId: started.id })
    : holderKey({ holderType: "user", holderId: id });
}

/** The companies of the person who acts for themself, or of the client through whose eyes staff look; none while acting for one. */
export function useCompaniesInSight(): readonly CompanyData[] {
  const api = useApi();
  const { holder, readOnly } = useActing();
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

/** Whether somebody is asked for a form of their own: staff, and whoever came for a company, are once they have begun one. */
export function useIsAsked(): (form: object | null | undefined) => boolean {
  const { role } = useProfile();
  const { holder, readOnly } = useActing();
  const companies = useCompaniesInSight();
  const isFree = holder.holderType === "user" && ((isStaff(role) && !readOnly) || companies.length > 0);
  return (form) => Boolean(form) || !isFree;
}
