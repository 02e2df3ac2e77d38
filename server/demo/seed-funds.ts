/** Seeds the firm's target funds: funds with NAVs and documents, six definitions, and who joined them. */
import type { DefinitionContent } from "@portico/api/funds.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { languages } from "@portico/api/shapes.ts";
import { recordFirstPublication } from "../domains/funds/definitions/backfill.ts";
import {
  archiveDefinition,
  createDefinition,
  featureDefinition,
  publishDefinition,
  saveDefinition,
} from "../domains/funds/definitions/definitions.ts";
import { storeFundDocument } from "../domains/funds/documents/documents.ts";
import { createFund } from "../domains/funds/funds.ts";
import { decideJoin, join, listJoins } from "../domains/funds/joins/joins.ts";
import { recordNavs } from "../domains/funds/navs/external.ts";
import type { Seed, SeedStep } from "./seed.ts";
import { paper } from "./specimens.ts";
import { demoFunds, demoNavs, navSource } from "./target-funds.ts";
import { type DefinitionName, definitionTexts, docsOf, questions } from "./target-texts.ts";

const none = { bg: "", en: "", pl: "" };
/** Ids by the names that this file uses. */
const fundIds = new WeakMap<Seed, Map<string, number>>();
const definitionIds = new WeakMap<Seed, Map<DefinitionName, number>>();

const idOf = <Name>(ids: Map<Name, number> | undefined, name: Name): number => {
  const id = ids?.get(name);
  if (id === undefined) throw new Error(`The demo has no fund ${String(name)}`);
  return id;
};

/** The documents of these kinds last until so many days after the seeded year. */
const validity = { kid: 210, factsheet: 24 } as const;

async function addFunds(seed: Seed): Promise<void> {
  const admin = await seed.as("admin");
  const ids = new Map<string, number>();
  for (const { key, nature: _nature, ...content } of demoFunds) {
    const { id } = await createFund(admin, content, { demo: true });
    ids.set(key, id);
    // Only the documents of the first two factsheets end soon, for the list of those about to expire.
    const kinds = key === "cash" || key === "corporate" ? (["kid", "factsheet"] as const) : (["kid"] as const);
    for (const kind of kinds)
      for (const language of languages) {
        const title = `${kind === "kid" ? "Key information" : "Factsheet"} ${content.isin} (${language})`;
        const pdf = await paper(title);
        await storeFundDocument(admin, id, {
          kind,
          language,
          valid_from: addDays(seed.today(), -5),
          valid_until: addDays(seed.lastDay, validity[kind]),
          upload: { name: `${title}.pdf`, mediaType: "application/pdf", size: pdf.length, clean: true, content: pdf },
        });
      }
  }
  const navs = demoNavs(seed.lastDay).map(({ key, day, value }) => ({
    fundId: idOf(ids, key),
    day,
    value,
    source: navSource,
  }));
  await recordNavs(seed.context.trueTrx, navs);
  fundIds.set(seed, ids);
}

interface Offer extends Pick<DefinitionContent, "risk" | "years" | "minimum" | "maximum" | "fees" | "rebalancing"> {
  allocation: readonly (readonly [
    fund: string,
    percent: string,
    asset_class: DefinitionContent["allocation"][number]["asset_class"],
  ])[];
  benchmark: string | null;
}

const offers: Record<DefinitionName, Offer> = {
  preservation: {
    risk: 1,
    years: 2,
    minimum: "500",
    maximum: "1000000",
    fees: { entry: "0", yearly: "0.25", exit: "0" },
    rebalancing: "quarterly",
    allocation: [
      ["cash", "60", "moneyMarket"],
      ["short", "40", "bond"],
    ],
    benchmark: "cash",
  },
  income: {
    risk: 3,
    years: 4,
    minimum: "2000",
    maximum: null,
    fees: { entry: "0.5", yearly: "0.6", exit: "0" },
    rebalancing: "yearly",
    allocation: [
      ["corporate", "40", "bond"],
      ["government", "30", "bond"],
      ["short", "20", "bond"],
      ["property", "10", "realEstate"],
    ],
    benchmark: "government",
  },
  balanced: {
    risk: 4,
    years: 5,
    minimum: "2000",
    maximum: null,
    fees: { entry: "1", yearly: "0.75", exit: "0" },
    rebalancing: "yearly",
    allocation: [
      ["world", "55", "equity"],
      ["aggregate", "35", "bond"],
      ["gold", "10", "commodity"],
    ],
    benchmark: "world",
  },
  growth: {
    risk: 5,
    years: 8,
    minimum: "5000",
    maximum: null,
    fees: { entry: "1", yearly: "0.9", exit: "0.5" },
    rebalancing: "yearly",
    allocation: [
      ["america", "50", "equity"],
      ["europe", "35", "equity"],
      ["emerging", "15", "equity"],
    ],
    benchmark: "world",
  },
  technology: {
    risk: 6,
    years: 10,
    minimum: "5000",
    maximum: "50000",
    fees: { entry: "1.5", yearly: "1.2", exit: "1" },
    rebalancing: "none",
    allocation: [
      ["technology", "70", "equity"],
      ["america", "30", "equity"],
    ],
    benchmark: "world",
  },
  emerging: {
    risk: 6,
    years: 10,
    minimum: "5000",
    maximum: null,
    fees: { entry: "1", yearly: "1", exit: "0" },
    rebalancing: "yearly",
    allocation: [["emerging", "100", "equity"]],
    benchmark: null,
  },
};

function contentOf(name: DefinitionName, ids: Map<string, number> | undefined): DefinitionContent {
  const { allocation, benchmark, ...offer } = offers[name];
  const { name: title, summary, goal } = definitionTexts[name];
  return {
    ...offer,
    name: title,
    summary,
    goal,
    docs: docsOf(name),
    questions: name === "emerging" ? [] : questions,
    currency: "EUR",
    allocation: allocation.map(([fund, percent, asset_class]) => ({
      fund_id: idOf(ids, fund),
      instrument_id: null,
      asset_class,
      label: none,
      percent,
    })),
    benchmark: benchmark === null ? null : { fund_id: idOf(ids, benchmark), instrument_id: null, label: none },
  };
}

/** The demo's firm has offered its target funds for so long: enough for every holding time. */
const offeredDays = 3_720;

/** What it began with: a tenth of the first line was in the last one. */
function firstContentOf(content: DefinitionContent): DefinitionContent {
  const last = content.allocation.length - 1;
  if (last === 0) return content;
  const moved = (place: number) => (place === 0 ? -10 : place === last ? 10 : 0);
  return {
    ...content,
    allocation: content.allocation.map((line, place) => ({
      ...line,
      percent: String(Number(line.percent) + moved(place)),
    })),
  };
}

/** The firm offered it before it had the portal: published on that day, which no service can do. */
async function publishInThePast(seed: Seed, id: number): Promise<void> {
  const { context } = seed;
  const today = context.now();
  context.turnTo(new Date(`${addDays(seed.lastDay, -offeredDays)}T09:00:00Z`));
  await recordFirstPublication(context.trx, id, seed.userId("admin"));
  context.turnTo(today);
}

/** Published ten years ago and changed now. One remains a draft, one is no longer offered. */
async function addDefinitions(seed: Seed): Promise<void> {
  const admin = await seed.as("admin");
  const ids = new Map<DefinitionName, number>();
  for (const name of Object.keys(offers) as DefinitionName[]) {
    const content = contentOf(name, fundIds.get(seed));
    const { id } = await createDefinition(admin, { content: firstContentOf(content) });
    ids.set(name, id);
    if (name === "emerging") continue;
    await publishInThePast(seed, id);
    if (name === "technology") continue;
    await saveDefinition(admin, id, { content, edit: null });
    await publishDefinition(admin, id, { version: 2, edit: 1 });
  }
  await archiveDefinition(admin, idOf(ids, "technology"), 1);
  for (const name of ["balanced", "growth"] as const) await featureDefinition(admin, idOf(ids, name), true);
  definitionIds.set(seed, ids);
}

const asked =
  (who: string, name: DefinitionName, amount: string, message = "") =>
  async (seed: Seed) =>
    join(await seed.as(who), seed.user(who), {
      definition_id: idOf(definitionIds.get(seed), name),
      amount,
      message,
      key: `demo-${who}-${name}`,
    });

/** A request, and the firm's decision on it some hours later. */
const decided = (
  who: string,
  name: DefinitionName,
  amount: string,
  { daysAgo, ...decision }: { daysAgo: number; state: "joined" | "declined"; message: string },
): SeedStep[] => [
  { daysAgo, at: "10:15", run: asked(who, name, amount) },
  {
    daysAgo,
    at: "14:50",
    async run(seed) {
      const { joins } = await listJoins(await seed.as("office"), seed.user(who));
      const open = joins.find(({ state }) => state === "asked");
      if (!open) throw new Error("The demo's request to join is not there");
      await decideJoin(await seed.as("office"), open.id, decision);
    },
  },
];

export const fundSteps: readonly SeedStep[] = [
  { daysAgo: 120, at: "08:30", run: addFunds },
  { daysAgo: 119, at: "09:00", run: addDefinitions },
  ...decided("ivan", "balanced", "15000", { daysAgo: 100, state: "joined", message: "Благодарим Ви за доверието." }),
  ...decided("anna", "income", "8000", { daysAgo: 90, state: "joined", message: "" }),
  ...decided("vera", "preservation", "1000", { daysAgo: 80, state: "joined", message: "" }),
  {
    daysAgo: 40,
    at: "15:20",
    async run(seed) {
      const { joins } = await listJoins(await seed.as("office"), seed.user("vera"));
      const [one] = joins;
      if (!one) throw new Error("The demo's join is not there");
      await decideJoin(await seed.as("office"), one.id, { state: "left", message: "По Ваше желание." });
    },
  },
  ...decided("anna", "preservation", "600", {
    daysAgo: 30,
    state: "declined",
    message: "Na rachunku nie ma jeszcze wolnych środków w euro.",
  }),
  {
    daysAgo: 2,
    at: "13:40",
    run: asked("anna", "balanced", "2500", "Czy mogę wpłacić tę kwotę w dwóch częściach?"),
  },
];
