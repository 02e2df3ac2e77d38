/** The demo firm's staff and clients: one client for each state of a portfolio. */

import type { HolderState } from "@portico/api/holder-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import type { Language } from "@portico/api/shapes.ts";

/** One password for every demo account; printed at start. It only protects fictitious data on this machine. */
export const demoPassword = "quiet-harbour-at-dawn";

export interface DemoPerson {
  email: string;
  name: string;
  language: Language;
  role: Role;
  state: HolderState;
  clientNumber: string | null;
  /** Description printed on the console. */
  shows: string;
  portfolio: "tenYears" | "manyCurrencies" | "small" | "empty" | "none" | "slowCustodian";
}

const staff = { state: "preKYC", clientNumber: null, portfolio: "none" } as const;
const client = { role: "client", state: "postKYC" } as const;

export const demoPeople: readonly DemoPerson[] = [
  {
    ...staff,
    email: "admin@portico.example",
    name: "Elena Markova",
    language: "en",
    role: "admin",
    shows: "staff: admin",
  },
  {
    ...staff,
    email: "office@portico.example",
    name: "Piotr Zieliński",
    language: "pl",
    role: "office",
    shows: "staff: office",
  },
  {
    ...staff,
    email: "internal@portico.example",
    name: "Мария Георгиева",
    language: "bg",
    role: "internal",
    shows: "staff: internal",
  },
  {
    ...client,
    email: "ivan@portico.example",
    name: "Иван Петров",
    language: "bg",
    clientNumber: "P100001",
    portfolio: "tenYears",
    shows: "ten years",
  },
  {
    ...client,
    email: "anna@portico.example",
    name: "Anna Kowalska",
    language: "pl",
    clientNumber: "P100002",
    portfolio: "manyCurrencies",
    shows: "many currencies",
  },
  {
    ...client,
    email: "james@portico.example",
    name: "James Wright",
    language: "en",
    clientNumber: "P100003",
    portfolio: "small",
    shows: "small",
  },
  {
    ...client,
    email: "vera@portico.example",
    name: "Вера Димитрова",
    language: "bg",
    clientNumber: "P100004",
    portfolio: "empty",
    shows: "empty",
  },
  {
    ...client,
    email: "tomasz@portico.example",
    name: "Tomasz Nowak",
    language: "pl",
    clientNumber: "P100005",
    portfolio: "slowCustodian",
    shows: "a custodian that does not answer in time",
  },
  {
    ...client,
    email: "sofia@portico.example",
    name: "Sofia Laurent",
    language: "en",
    clientNumber: null,
    portfolio: "none",
    shows: "no client number yet",
  },
];
