/** Inconsistencies between answers that are valid individually: shown before submission; the client may explain them. */

import { compact } from "@portico/kyc/check-digits.ts";
import { readMrz } from "@portico/kyc/mrz.ts";
import { namesAgree } from "@portico/kyc/mrz-names.ts";
import { mayHideOwner } from "@portico/kyc/unstated-owners.ts";
import { addDays } from "../rules/calendar.ts";
import { checkOwnership, readOwnership, toGraph } from "./check-ownership.ts";
import type { Answers, FormAnswers, Given } from "./field.ts";
import type { FormType } from "./forms.ts";
import { type BandList, bandOf, bandOptions, type Settled } from "./settled.ts";

/** Worded as `forms.inconsistency.<code>`; the client's explanation is in the draft under `lastLook`, by this code. */
export const inconsistencyCodes = [
  "zoneNames",
  "zoneBirthDate",
  "zoneDocument",
  "incomeAndAmount",
  "riskAndLoss",
  "horizonAndGoal",
  "residenceAndTax",
  "turnoverAndFunds",
  "equityAndBalance",
  "tradedUnfamiliar",
  "untoldOwners",
  "authorityExpires",
] as const;

export interface Inconsistency {
  code: (typeof inconsistencyCodes)[number];
  /** The fields where it is shown. */
  paths: string[];
}

const text = (answers: Answers | undefined, name: string): string => {
  const value = answers?.[name];
  return typeof value === "string" ? value.trim() : "";
};
const rank = (bands: readonly string[], value: string): number => bands.indexOf(value);

const atMost = (settled: Settled, list: BandList, band: string): number =>
  bandOf(settled, list, band)?.to ?? Number.POSITIVE_INFINITY;
const atLeast = (settled: Settled, list: BandList, band: string): number => bandOf(settled, list, band)?.from ?? 0;

/** Every inconsistency of the form, in step order. */
export function findInconsistencies(type: FormType, { form, today, ownerPercent, settled }: Given): Inconsistency[] {
  return type === "KYC"
    ? [...zoneOf(form, today), ...taxOf(form), ...moneyOf(form, settled), ...experienceOf(form), ...goalsOf(form)]
    : [
        ...authorityOf(form, today),
        ...ownersIn(form, ownerPercent),
        ...businessOf(form, settled),
        ...experienceOf(form),
        ...goalsOf(form),
      ];
}

function zoneOf({ identity, document }: FormAnswers, today: string): Inconsistency[] {
  const zone = readMrz(text(document, "machineReadableZone"), today);
  if (!zone) return [];
  const found: Inconsistency[] = [];
  const at = "document.machineReadableZone";
  if (!namesAgree(zone, text(identity, "firstName"), text(identity, "lastName")))
    found.push({ code: "zoneNames", paths: [at, "identity.firstName", "identity.lastName"] });
  if (zone.birthDate !== undefined && zone.birthDate !== text(identity, "birthDate"))
    found.push({ code: "zoneBirthDate", paths: [at, "identity.birthDate"] });
  if (compact(text(document, "documentNumber")) !== compact(zone.documentNumber))
    found.push({ code: "zoneDocument", paths: [at, "document.documentNumber"] });
  return found;
}

/** The expected deposits of a year exceed the income and what could be sold. */
function moneyOf({ finances, work }: FormAnswers, settled: Settled): Inconsistency[] {
  const has =
    atMost(settled, "incomeBand", text(finances, "annualIncome")) +
    atMost(settled, "wealthBand", text(finances, "liquidAssets"));
  const comes = atLeast(settled, "amountBand", text(work, "expectedAmount"));
  return comes > has
    ? [{ code: "incomeAndAmount", paths: ["work.expectedAmount", "finances.annualIncome", "finances.liquidAssets"] }]
    : [];
}

const losses = ["none", "to5", "to15", "to30", "over30"];
const wishes = ["avoid", "little", "some", "much"];

function goalsOf({ finances }: FormAnswers): Inconsistency[] {
  const found: Inconsistency[] = [];
  const wish = rank(wishes, text(finances, "riskAttitude"));
  const loss = rank(losses, text(finances, "bearableLoss"));
  if (wish >= 0 && loss >= 0 && (wish >= 2 ? loss < 2 : loss > wish + 2))
    found.push({ code: "riskAndLoss", paths: ["finances.riskAttitude", "finances.bearableLoss"] });
  const goal = text(finances, "goal");
  const horizon = text(finances, "horizon");
  if ((goal === "grow" || goal === "speculate") && horizon === "under1")
    found.push({ code: "horizonAndGoal", paths: ["finances.horizon", "finances.goal"] });
  return found;
}

/** People usually pay tax where they live. */
function taxOf({ contact, tax }: FormAnswers): Inconsistency[] {
  const residence = text(contact, "residenceCountry");
  const list = tax?.["taxResidences"];
  const countries = Array.isArray(list) ? list.map((one) => text(one as Answers, "taxCountry")) : [];
  return residence !== "" && countries.length > 0 && !countries.includes(residence)
    ? [{ code: "residenceAndTax", paths: ["contact.residenceCountry", "tax.taxResidences"] }]
    : [];
}

function businessOf({ business }: FormAnswers, settled: Settled): Inconsistency[] {
  const found: Inconsistency[] = [];
  const top = atMost(settled, "businessBand", text(business, "turnover"));
  const comes = atLeast(settled, "amountBand", text(business, "expectedAmount"));
  if (comes > top) found.push({ code: "turnoverAndFunds", paths: ["business.expectedAmount", "business.turnover"] });
  const balance = rank(bandOptions.businessBand, text(business, "balanceTotal"));
  if (balance >= 0 && rank(bandOptions.businessBand, text(business, "equity")) > balance)
    found.push({ code: "equityAndBalance", paths: ["business.equity", "business.balanceTotal"] });
  return found;
}

/** Enough of the company, or of the companies above it, has no stated owner for another beneficial owner to exist. */
function ownersIn({ ownership }: FormAnswers, ownerPercent: number): Inconsistency[] {
  const path = "ownership.owners";
  const answers = readOwnership(ownership?.["owners"]);
  if (!answers || checkOwnership(answers, path, ownerPercent).faults.length > 0) return [];
  return mayHideOwner(toGraph(answers), ownerPercent) ? [{ code: "untoldOwners", paths: [path] }] : [];
}

/** Somebody who traded more than a few times should know what they traded. */
function experienceOf({ knowledge }: FormAnswers): Inconsistency[] {
  const rows = Object.entries((knowledge?.["experience"] ?? {}) as Record<string, Answers>);
  const paths = rows
    .filter(([, row]) => row["familiar"] === false && ["10to50", "over50"].includes(text(row, "trades")))
    .map(([name]) => `knowledge.experience.${name}`);
  return paths.length > 0 ? [{ code: "tradedUnfamiliar", paths }] : [];
}

/** A power of attorney that ends within a month is of little use. */
function authorityOf({ representatives }: FormAnswers, today: string): Inconsistency[] {
  const list = representatives?.["representatives"];
  const soon = addDays(today, 30);
  return (Array.isArray(list) ? (list as (Answers & { id: string })[]) : [])
    .filter((person) => text(person, "authorityExpires") !== "" && text(person, "authorityExpires") < soon)
    .map(({ id }) => ({
      code: "authorityExpires",
      paths: [`representatives.representatives.${id}.authorityExpires`],
    }));
}
