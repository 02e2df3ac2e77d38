/**
 * The active holder in this browser: the person, one of their companies, or, for staff in view-as, that client. Stored
 * under the specification's keys (companies, activeCompany, activeCompID); pages of a holder follow it.
 */
import type { CompanyData, OwnCompany } from "@portico/api/companies.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { readStored, writeStored } from "../storage.ts";
import { createStore, isSameJson, useStore } from "../store.ts";
import { currentSession, onSessionChange, useSession } from "./session.ts";
import { useViewAs } from "./view-as.ts";

/** `can` is missing from what an earlier version of the portal kept. */
export type KeptCompany = CompanyData & Partial<Pick<OwnCompany, "can">>;

interface Choice {
  companies: readonly KeptCompany[];
  /** False from sign-in until the list arrived: until then an active company is not certain. */
  isListed: boolean;
  /** Id of the active company; null: the person acts for themselves. */
  activeId: number | null;
}
const noCompanies: Choice = { companies: [], isListed: false, activeId: null };

function readChoice(): Choice {
  const companies = readStored("companies");
  const activeId = readStored("activeCompID");
  return {
    companies: Array.isArray(companies) ? (companies as KeptCompany[]) : [],
    isListed: Array.isArray(companies),
    activeId: typeof activeId === "number" ? activeId : null,
  };
}

const store = createStore<Choice>(typeof window === "undefined" ? noCompanies : readChoice());

if (typeof window !== "undefined") {
  addEventListener("storage", ({ key }) => {
    if (key === null || key === "companies" || key === "activeCompID") store.set(readChoice());
  });
  let userId = currentSession()?.profile.id;
  onSessionChange(() => {
    const now = currentSession()?.profile;
    if (now?.id === userId) return;
    userId = now?.id;
    // The values stored by `signIn`, for a page that has not loaded this file yet.
    store.set(readChoice());
  });
}

function writeChoice({ companies, activeId }: Pick<Choice, "companies" | "activeId">): void {
  writeStored("companies", companies);
  writeStored("activeCompID", activeId ?? undefined);
  writeStored(
    "activeCompany",
    companies.find(({ id }) => id === activeId),
  );
}

/**
 * Takes the server's list of the person's companies. Returns the active company if it is not among them; the person then
 * acts for themselves.
 */
export function setCompanies(companies: readonly KeptCompany[]): KeptCompany | undefined {
  const before = store.get();
  const { activeId } = before;
  const choice = {
    companies,
    isListed: true,
    activeId: companies.some(({ id }) => id === activeId) ? activeId : null,
  };
  writeChoice(choice);
  if (!isSameJson(choice, before)) store.set(choice);
  return choice.activeId === null ? before.companies.find(({ id }) => id === activeId) : undefined;
}

/** The list could not be fetched: the person acts for themselves until it arrives, and stored data stays. */
export const proceedWithoutCompanies = (): void => store.set({ ...store.get(), isListed: true });

/**
 * Acts for a company, or for the person (null); true if changed. The active company, or one that is not the person's,
 * is ignored (docs/rules.md).
 */
export function selectCompany(companyId: number | null): boolean {
  const { companies, isListed, activeId } = store.get();
  if (companyId === activeId) return false;
  if (companyId !== null && !companies.some(({ id }) => id === companyId)) return false;
  const choice = { companies, isListed, activeId: companyId };
  writeChoice(choice);
  store.set(choice);
  return true;
}

export const holderKey = ({ holderType, holderId }: Holder): string => `${holderType}:${holderId}`;

export interface ActiveHolder {
  holder: Holder;
  name: string;
  state: HolderState;
  clientNumber: string | null;
  /** The active company, if any. */
  company: KeptCompany | null;
  /** Staff view this holder: nothing can be changed. */
  readOnly: boolean;
}

const useChoice = (): Choice => useStore(store, noCompanies);

export const useCompanies = (): readonly KeptCompany[] => useChoice().companies;

/** The active holder; null while nobody is signed in, or before the browser has checked. */
export function useOptionalActiveHolder(): ActiveHolder | null {
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

/** False while the active holder is uncertain: nothing of a holder is shown or fetched until then. */
export function useIsActiveHolderKnown(): boolean {
  const { isListed, activeId } = useChoice();
  const viewAs = useViewAs();
  return viewAs !== null || activeId === null || isListed;
}

/** The active holder; only for pages behind the guard. */
export function useActiveHolder(): ActiveHolder {
  const activeHolder = useOptionalActiveHolder();
  if (!activeHolder) throw new Error("A page behind the guard was shown to nobody");
  return activeHolder;
}

/** The holder whose data a page shows. */
export const useHolder = (): Holder => useActiveHolder().holder;
