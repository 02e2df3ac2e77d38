/** Inconsistencies between answers that are valid individually: shown before submission; the client may explain them. */

import { mayHideOwner } from "@portico/kyc/unstated-owners.ts";
import { addDays } from "../rules/calendar.ts";
import { checkOwnership, readOwnership, toGraph } from "./check-ownership.ts";
import { isOverTwoHundred } from "./day-limits.ts";
import { type Answers, type FormAnswers, type Given, itemsOf } from "./field.ts";
import type { FormType } from "./forms.ts";
import { findLongDocuments } from "./inconsistencies/documents.ts";
import { foundAt, type Inconsistency, text } from "./inconsistencies/found.ts";
import { findAmongPersons, findInPerson } from "./inconsistencies/persons.ts";
import { findInCompanyTax, findInPersonTax } from "./inconsistencies/tax.ts";
import { findInZone } from "./inconsistencies/zone.ts";
import { type BandList, bandOf, bandOptions, type Settled } from "./settled.ts";

const rank = (bands: readonly string[], value: string): number => bands.indexOf(value);

const atMost = (settled: Settled, list: BandList, band: string): number =>
  bandOf(settled, list, band)?.to ?? Number.POSITIVE_INFINITY;
const atLeast = (settled: Settled, list: BandList, band: string): number => bandOf(settled, list, band)?.from ?? 0;

/** Every inconsistency of the form. Those that need other records are found by the server (submission/found-elsewhere). */
export function findInconsistencies(type: FormType, { form, today, ownerPercent, settled }: Given): Inconsistency[] {
  return type === "KYC"
    ? [
        ...findInPerson(form, today),
        ...findInZone(form, today),
        ...findLongDocuments(form, today),
        ...findInPersonTax(form),
        ...moneyOf(form, settled),
        ...experienceOf(form),
        ...goalsOf(form),
      ]
    : [
        ...foundAt("foundedLongAgo", isOverTwoHundred(form["entity"] ?? {}, today) ? ["entity.founded"] : []),
        ...findAmongPersons(form, today),
        ...findLongDocuments(form, today),
        ...authorityOf(form, today),
        ...ownersIn(form, ownerPercent),
        ...findInCompanyTax(form),
        ...businessOf(form, settled),
        ...experienceOf(form),
        ...goalsOf(form),
      ];
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
  const soon = addDays(today, 30);
  return foundAt(
    "authorityExpires",
    itemsOf(representatives?.["representatives"])
      .filter((person) => text(person, "authorityExpires") !== "" && text(person, "authorityExpires") < soon)
      .map(({ id }) => `representatives.representatives.${String(id)}.authorityExpires`),
  );
}
