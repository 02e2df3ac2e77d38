/** Seeds the demo's companies with their states and representatives. */
import type { FileReference } from "@portico/api/forms/field.ts";
import { personsOfDocuments } from "@portico/api/forms/named-persons.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { createCompany } from "../domains/companies/companies.ts";
import { saveDraft } from "../domains/forms/draft/drafts.ts";
import { acceptStep, addRemark } from "../domains/forms/review/review.ts";
import { editRepresentation } from "../domains/holders/representation.ts";
import { confirmShare } from "../domains/ownership/shares.ts";
import { setLastCompany } from "../domains/users/users.ts";
import { applicantOf } from "./applicant-facts.ts";
import { type Changes, laidOver } from "./applicants.ts";
import { companyFormOf } from "./companies.ts";
import { demoCompanies } from "./company-facts.ts";
import { demoPeople } from "./people.ts";
import { peopleOnTheWay } from "./people-on-the-way.ts";
import { formOf, type Seed, type SeedStep } from "./seed.ts";

type CompanyName = keyof typeof demoCompanies;

const languageOf = (who: string) =>
  [...demoPeople, ...peopleOnTheWay].find(({ email }) => email.startsWith(`${who}@`))?.language ?? "en";

async function begin(seed: Seed, who: string, name: string): Promise<void> {
  const { id } = await createCompany(await seed.as(who), seed.userId(who));
  seed.addCompany(name, id);
}

async function submitCompany(seed: Seed, who: string, name: CompanyName, changes: Changes = {}): Promise<void> {
  const holder = seed.company(name);
  const { latinName } = demoCompanies[name];
  const papers = {
    extract: await seed.scan(who, holder, "register.pdf", `Register extract: ${latinName}`),
    articles: await seed.scan(who, holder, "articles.pdf", `Articles of association: ${latinName}`),
    owners: await seed.scan(who, holder, "owners.pdf", `Declaration of owners: ${latinName}`),
    chart: await seed.scan(who, holder, "structure.pdf", `Structure chart: ${latinName}`),
  };
  const answers = companyFormOf(demoCompanies[name], {
    by: applicantOf(who),
    today: seed.lastDay,
    papers,
    changes,
  });
  const identityPapers: Record<string, FileReference[]> = {};
  for (const { ids, name: person } of personsOfDocuments({ form: answers, ownerPercent: 25 }))
    identityPapers[ids[0] ?? ""] = [await seed.scan(who, holder, "identity.pdf", `Identity card: ${person}`)];
  await seed.fill(who, holder, laidOver(answers, { documents: { identityPapers } }));
  await seed.submit(who, holder, { language: languageOf(who) });
}

/** Created and submitted one day, approved by office three working days later. */
const approved = (
  name: CompanyName,
  { who, daysAgo, by, clientNumber }: { who: string; daysAgo: number; by: "office" | "admin"; clientNumber: string },
): SeedStep[] => [
  { daysAgo, at: "10:02", run: (seed) => begin(seed, who, name) },
  { daysAgo, at: "11:38", run: (seed) => submitCompany(seed, who, name) },
  {
    daysAgo: daysAgo - 3,
    at: "14:16",
    run: (seed) => seed.decide(by, seed.company(name), "postKYC", { clientNumber }),
  },
];

/** The founder held all until the second owner bought a fifth. */
async function confirmOwners(seed: Seed): Promise<void> {
  const office = await seed.as("office");
  const company = seed.companyId("maritsa");
  const bought = addDays(seed.lastDay, -90);
  const founder = { user_id: seed.userId("nikolay"), until: null };
  await confirmShare(office, company, { ...founder, percent: "100", from: "2009-04-16", stated: null });
  const stated = (owner: string) => ({ revision: 1, owner });
  await confirmShare(office, company, { ...founder, percent: "80", from: bought, stated: stated("p1") });
  await confirmShare(office, company, {
    user_id: seed.userId("anna"),
    percent: "20",
    from: bought,
    until: null,
    stated: stated("p2"),
  });
}

const represented: readonly SeedStep[] = [
  ...approved("maritsa", { who: "nikolay", daysAgo: 180, by: "admin", clientNumber: "C200001" }),
  ...approved("trakia", { who: "nikolay", daysAgo: 140, by: "office", clientNumber: "C200002" }),
  {
    daysAgo: 130,
    at: "09:00",
    async run(seed) {
      const ids = [seed.userId("nikolay"), seed.userId("magdalena")];
      await editRepresentation(await seed.as("office"), { companyId: seed.companyId("trakia") }, ids, {
        capacity: "proxy",
      });
    },
  },
  { daysAgo: 80, at: "10:45", run: (seed) => confirmOwners(seed) },
  {
    daysAgo: 35,
    at: "16:10",
    async run(seed) {
      const ids = [seed.userId("nikolay")];
      await editRepresentation(await seed.as("office"), { companyId: seed.companyId("trakia") }, ids);
    },
  },
  {
    daysAgo: 5,
    at: "08:20",
    run: (seed) => seed.decide("nikolay", seed.company("trakia"), "pendingReKYC"),
  },
  {
    daysAgo: 5,
    at: "08:24",
    async run(seed) {
      const id = seed.companyId("maritsa");
      await setLastCompany(await seed.as("nikolay"), seed.userId("nikolay"), id);
    },
  },
];

const started: readonly SeedStep[] = [
  { daysAgo: 6, at: "18:40", run: (seed) => begin(seed, "joanna", "bursztyn") },
  {
    daysAgo: 6,
    at: "18:52",
    async run(seed) {
      const holder = seed.company("bursztyn");
      await seed.fill("joanna", holder, {
        entity: {
          legalName: "Bursztyn Studio Sp. z o.o.",
          latinName: "Bursztyn Studio Sp. z o.o.",
          legalForm: "limited",
          entityCountry: "PL",
          founded: "2023-05-08",
          registeredCity: "Sopot",
        },
      });
      await saveDraft(await seed.as("joanna"), formOf(holder), {
        version: 1,
        changes: [{ step: "entity", field: "registeredCountry", value: "PL" }],
        currentStep: "entity",
      });
    },
  },
  { daysAgo: 3, at: "09:50", run: (seed) => begin(seed, "adam", "warta") },
  { daysAgo: 2, at: "13:33", run: (seed) => submitCompany(seed, "adam", "warta") },
  { daysAgo: 14, at: "10:20", run: (seed) => begin(seed, "emil", "pirin") },
  {
    daysAgo: 12,
    at: "11:45",
    run: (seed) => submitCompany(seed, "emil", "pirin", { business: { fundsText: "От дейността." } }),
  },
  {
    daysAgo: 10,
    at: "15:05",
    async run(seed) {
      const holder = seed.company("pirin");
      const form = { ...formOf(holder), revision: 1 };
      const admin = await seed.as("admin");
      for (const step of ["entity", "representatives", "ownership", "taxStatus"])
        await acceptStep(admin, form, { step, accepted: true });
      const remarks = [
        { path: "business.fundsText", text: "Моля, опишете основните договори, от които са приходите." },
        { path: "documents.registerExtract", text: "Извлечението трябва да е отпреди най-много три месеца." },
      ];
      for (const remark of remarks) await addRemark(admin, form, { ...remark, audience: "client" });
      await seed.decide("admin", holder, "returnedKYC");
    },
  },
];

const ended: readonly SeedStep[] = [
  { daysAgo: 57, at: "10:11", run: (seed) => begin(seed, "stefan", "harmony") },
  { daysAgo: 57, at: "12:04", run: (seed) => submitCompany(seed, "stefan", "harmony") },
  {
    daysAgo: 51,
    at: "09:36",
    run: (seed) =>
      seed.decide("admin", seed.company("harmony"), "rejected", {
        reason: "Собственикът не доказа произхода на средствата.",
      }),
  },
  ...approved("odra", { who: "ewa", daysAgo: 200, by: "admin", clientNumber: "C200003" }),
  {
    daysAgo: 40,
    at: "14:01",
    run: (seed) => seed.decide("admin", seed.company("odra"), "disabled", { reason: "The company was wound up." }),
  },
];

export const companySteps: readonly SeedStep[] = [...represented, ...started, ...ended];
