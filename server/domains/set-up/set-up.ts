/** What a firm has set up: each step by what is really there, so that a step opens again when that is taken away. */
import type { Answer } from "@portico/api/endpoint.ts";
import { isReservedAddress } from "@portico/api/rules/reserved-domains.ts";
import {
  registrationGaps,
  ruleOf,
  type SetUpStepId,
  setUpLacks,
  setUpStepIds,
} from "@portico/api/rules/set-up-steps.ts";
import type { setUp } from "@portico/api/set-up.ts";
import { shapeOf } from "@portico/api/settings/shapes.ts";
import type { Config } from "../../kernel/config.ts";
import type { Context } from "../../kernel/context.ts";
import { getFirmDocuments } from "../content/documents.ts";
import { findRegistrationGaps, missingDocuments } from "../content/registration.ts";
import { settingDefaults } from "../settings/defaults.ts";
import { getSettings } from "../settings/settings.ts";
import { findFacts, findSaves, type SetUpFacts } from "./set-up.queries.ts";

type Lack = (typeof setUpLacks)[number];

/** Host of the mail server; empty without one. */
export const mailServerOf = ({ smtpUrl }: Pick<Config, "smtpUrl">): string =>
  smtpUrl === undefined ? "" : new URL(smtpUrl).host;

const settingNames = setUpStepIds.flatMap((id) => ruleOf(id).setting ?? []);

/** Everything that a step is judged by. */
interface Known {
  facts: SetUpFacts;
  /** What keeps the setting of a step from being used as it was saved. */
  saveLacks: (id: SetUpStepId) => Lack[];
  /** The support address as shipped. */
  hasExample: boolean;
  /** The support address may exist. */
  isReachable: boolean;
  hasServer: boolean;
  missingTexts: readonly string[];
  isFourEyesOn: boolean;
  accounts: number;
  fees: number;
  banks: number;
}

const unless = (is: boolean, lack: Lack): Lack[] => (is ? [] : [lack]);
/** An account that nobody has entered helps nobody. */
const whoSignedIn = (isThere: boolean, hasEntered: boolean): Lack[] =>
  isThere ? unless(hasEntered, "signIn") : ["none"];
const hasPage = ({ facts }: Known, page: string): boolean => facts.pages?.includes(page) ?? false;

/** Steps that are more than a saved setting. */
const judged: Partial<Record<SetUpStepId, (known: Known) => Lack[]>> = {
  brand: ({ saveLacks, hasExample, isReachable }) => {
    if (saveLacks("brand").length > 0) return saveLacks("brand");
    return hasExample ? ["example"] : unless(isReachable, "reserved");
  },
  mail: ({ hasServer, facts }) => (hasServer ? unless(facts.mailArrived, "arrival") : ["server"]),
  terms: ({ missingTexts }) => unless(!missingTexts.includes("terms"), "page"),
  privacy: ({ missingTexts }) => unless(!missingTexts.includes("privacy"), "page"),
  fees: (known) => [...unless(known.fees > 0, "entries"), ...unless(hasPage(known, "fees"), "page")],
  treasury: (known) => [...unless(known.banks > 0, "entries"), ...unless(hasPage(known, "treasury"), "page")],
  funds: ({ facts }) => unless(facts.funds, "none"),
  contractTemplates: ({ facts }) => unless(facts.templates, "none"),
  existingClients: ({ facts }) => unless(facts.broughtIn, "none"),
  depositInstructions: ({ accounts }) => unless(accounts > 0, "entries"),
  custodian: ({ facts }) => unless(facts.custodian, "none"),
  import: ({ facts }) => unless(facts.imported, "none"),
  prices: ({ facts }) => unless(facts.prices && facts.rates, "none"),
  secondAdmin: ({ facts }) => whoSignedIn(facts.admins > 1, facts.signedInAdmins > 1),
  fourEyes: ({ isFourEyesOn }) => unless(isFourEyesOn, "on"),
  colleagues: ({ facts }) => whoSignedIn(facts.colleagues > 0, facts.signedInColleagues > 0),
};

const lacksOf = (id: SetUpStepId, known: Known): Lack[] => judged[id]?.(known) ?? known.saveLacks(id);

/** A value that a newer version of the portal cannot read is not in use: the default is. */
function lacksOfSave(id: SetUpStepId, save: { data: unknown } | undefined): Lack[] {
  const { setting } = ruleOf(id);
  if (!save || !setting) return ["saved"];
  return unless(shapeOf(setting).safeParse(save.data).success, "unusable");
}

async function learn({ db, config }: Context) {
  const [facts, saves, documents, gaps, settings] = await Promise.all([
    findFacts(db, mailServerOf(config)),
    findSaves(db, settingNames),
    getFirmDocuments(db),
    findRegistrationGaps(db),
    getSettings(db, ["fourEyes", "depositInstructions", "feeTable", "treasury", "registration", "brand"]),
  ]);
  const [fourEyes, deposits, feeTable, treasury, registration, brand] = settings;
  const saveOf = (id: SetUpStepId) => saves.get(ruleOf(id).setting ?? "registration");
  const known: Known = {
    facts,
    saveLacks: (id) => lacksOfSave(id, saveOf(id)),
    hasExample: brand.supportEmail === settingDefaults.brand.supportEmail,
    isReachable: !isReservedAddress(brand.supportEmail),
    hasServer: config.smtpUrl !== undefined,
    missingTexts: missingDocuments(documents),
    isFourEyesOn: fourEyes.on,
    accounts: deposits.accounts.length,
    fees: feeTable.fees.length,
    banks: treasury.banks.length,
  };
  return { known, saveOf, gaps: gaps.map(({ path }) => path), open: registration.open };
}

export async function getSetUp(context: Context): Promise<Answer<(typeof setUp)["get"]>> {
  const { known, saveOf, gaps, open } = await learn(context);
  return {
    steps: setUpStepIds.map((id) => {
      const save = ruleOf(id).setting ? saveOf(id) : undefined;
      return {
        id,
        lacks: lacksOf(id, known),
        savedAt: save?.at.toISOString() ?? null,
        savedBy: save?.by ?? null,
      };
    }),
    registration: {
      open,
      takes: open && known.missingTexts.length === 0,
      gaps: registrationGaps.filter((gap) => gaps.includes(gap)),
    },
  };
}
