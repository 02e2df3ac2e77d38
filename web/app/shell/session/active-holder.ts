/**
 * The active holder in this tab: the person, one of their companies, or, for staff in view-as, that client. Pages of a
 * holder follow it. Each tab keeps its own; the one chosen last in this browser stands under the specification's keys
 * (companies, activeCompany, activeCompID), for a tab that is opened without an account in its address.
 */
import type { CompanyData, OwnCompany } from "@portico/api/companies.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { createContext, useContext } from "react";
import { readStored, readTabAccount, writeStored, writeTabAccount } from "../storage.ts";
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
  const activeId = readTabAccount() ?? readStored("activeCompID");
  return {
    companies: Array.isArray(companies) ? (companies as KeptCompany[]) : [],
    isListed: Array.isArray(companies),
    activeId: typeof activeId === "number" && activeId > 0 ? activeId : null,
  };
}

const store = createStore<Choice>(typeof window === "undefined" ? noCompanies : readChoice());

if (typeof window !== "undefined") {
  addEventListener("storage", ({ key }) => {
    // Another tab's choice of account is not this one's: what is typed here goes to the holder that is shown here.
    if (key === null || key === "companies") store.set({ ...readChoice(), activeId: store.get().activeId });
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

/** Stores the list, and keeps the account that was chosen last in this browser only if it is in it. */
function writeCompanies(companies: readonly KeptCompany[]): void {
  const lastChosen = companies.find(({ id }) => id === readStored("activeCompID"));
  writeStored("companies", companies);
  writeStored("activeCompID", lastChosen?.id);
  writeStored("activeCompany", lastChosen);
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
  writeCompanies(companies);
  if (choice.activeId !== activeId) writeTabAccount(choice.activeId);
  if (!isSameJson(choice, before)) store.set(choice);
  return choice.activeId === null ? before.companies.find(({ id }) => id === activeId) : undefined;
}

/** The list could not be fetched: the person acts for themselves until it arrives, and stored data stays. */
export const proceedWithoutCompanies = (): void => store.set({ ...store.get(), isListed: true });

/**
 * Makes a company, or the person (null), the active account of this tab; true if changed. The active company, or one that
 * is not the person's, is ignored (docs/rules.md).
 */
export function selectCompany(companyId: number | null): boolean {
  const { companies, isListed, activeId } = store.get();
  if (companyId === activeId) return false;
  if (companyId !== null && !companies.some(({ id }) => id === companyId)) return false;
  writeTabAccount(companyId);
  writeStored("activeCompID", companyId ?? undefined);
  writeStored(
    "activeCompany",
    companies.find(({ id }) => id === companyId),
  );
  store.set({ companies, isListed, activeId: companyId });
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

/** The account that addresses of this tab name: a company's id, or 0 for the person; undefined if there is no choice. */
export function useAddressedAccount(): number | undefined {
  const { companies, activeId } = useChoice();
  const isViewing = useViewAs() !== null;
  return companies.length === 0 || isViewing ? undefined : (activeId ?? 0);
}

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

/** Another holder than the active one, whose data a part of a staff page shows. */
const ShownHolder = createContext<Holder | null>(null);
export const ShownHolderProvider = ShownHolder.Provider;

/** Whether a part shows another holder than the active one, to staff. */
export const useIsOfAnother = (): boolean => useContext(ShownHolder) !== null;

/** The holder whose data a page shows. */
export function useHolder(): Holder {
  const shown = useContext(ShownHolder);
  const active = useOptionalActiveHolder()?.holder;
  const holder = shown ?? active;
  if (!holder) throw new Error("A page behind the guard was shown to nobody");
  return holder;
}
