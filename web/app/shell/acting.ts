/**
 * For whom the person acts in this browser: themself, one of their companies, or, for staff who look through a client's eyes, that
 * client. Kept under the specification's keys (companies, activeCompany, activeCompID); what a page shows of a holder follows it.
 */
import type { CompanyData } from "@portico/api/companies.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { currentSession, onSessionChange, useSession } from "./session.ts";
import { readStored, writeStored } from "./storage.ts";
import { createStore, useStore } from "./store.ts";
import { useViewAs } from "./view-as.ts";

interface Choice {
  companies: readonly CompanyData[];
  /** Id of the active company; null: the person acts for themself. */
  activeId: number | null;
}
const nobody: Choice = { companies: [], activeId: null };

function stored(): Choice {
  const companies = readStored("companies");
  const activeId = readStored("activeCompID");
  return {
    companies: Array.isArray(companies) ? (companies as CompanyData[]) : [],
    activeId: typeof activeId === "number" ? activeId : null,
  };
}

const store = createStore<Choice>(typeof window === "undefined" ? nobody : stored());

if (typeof window !== "undefined") {
  addEventListener("storage", ({ key }) => {
    if (key === null || key === "companies" || key === "activeCompID") store.set(stored());
  });
  let userId = currentSession()?.profile.id;
  onSessionChange(() => {
    const now = currentSession()?.profile;
    if (now?.id === userId) return;
    userId = now?.id;
    // Who signs in goes on with the company that they acted for last; whether it still is theirs, the list will tell.
    store.set({ companies: [], activeId: now?.lastCompany ?? null });
    keep(store.get());
  });
}

function keep({ companies, activeId }: Choice): void {
  writeStored("companies", companies);
  writeStored("activeCompID", activeId ?? undefined);
  writeStored(
    "activeCompany",
    companies.find(({ id }) => id === activeId),
  );
}

/** Takes the list of the person's companies as the server has it; one that is no longer theirs is no longer active. */
export function setCompanies(companies: readonly CompanyData[]): void {
  const { activeId } = store.get();
  const choice = { companies, activeId: companies.some(({ id }) => id === activeId) ? activeId : null };
  keep(choice);
  store.set(choice);
}

/**
 * Acts for a company, or for the person themself (null); true where that is a change. Selecting the active one, or one that is not
 * among the person's companies, is ignored (specification 5).
 */
export function selectCompany(companyId: number | null): boolean {
  const { companies, activeId } = store.get();
  if (companyId === activeId) return false;
  if (companyId !== null && !companies.some(({ id }) => id === companyId)) return false;
  const choice = { companies, activeId: companyId };
  keep(choice);
  store.set(choice);
  return true;
}

export const holderKey = ({ holderType, holderId }: Holder): string => `${holderType}:${holderId}`;

export interface Acting {
  holder: Holder;
  name: string;
  state: HolderState;
  clientNumber: string | null;
  /** The active company, if the person acts for one. */
  company: CompanyData | null;
  /** Staff look through this holder's eyes: nothing can be changed. */
  readOnly: boolean;
}

const useChoice = (): Choice => useStore(store, nobody);

export const useCompanies = (): readonly CompanyData[] => useChoice().companies;

/** For whom the person acts; null while nobody is signed in, or the browser has not looked. */
export function useActingIfAny(): Acting | null {
  const session = useSession();
  const { companies, activeId } = useChoice();
  const viewAs = useViewAs();
  if (!session) return null;
  if (viewAs) {
    const { holder, name, state, clientNumber } = viewAs;
    return { holder, name, state, clientNumber, company: null, readOnly: true };
  }
  const company = companies.find(({ id }) => id === activeId);
  if (company)
    return {
      holder: { holderType: "company", holderId: company.id },
      name: company.name,
      state: company.state,
      clientNumber: company.client_number,
      company,
      readOnly: false,
    };
  const { id, name, state, client_number } = session.profile;
  return {
    holder: { holderType: "user", holderId: id },
    name,
    state,
    clientNumber: client_number,
    company: null,
    readOnly: false,
  };
}

/** For whom the person acts; for pages behind the guard alone. */
export function useActing(): Acting {
  const acting = useActingIfAny();
  if (!acting) throw new Error("A page behind the guard was shown to nobody");
  return acting;
}

/** The holder whose things a page shows. */
export const useHolder = (): Holder => useActing().holder;
