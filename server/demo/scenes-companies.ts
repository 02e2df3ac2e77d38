/** How the demo's companies came to where they stand, and who acts for them. */
import { createCompany } from "../domains/companies/companies.service.ts";
import { saveDraft } from "../domains/forms/forms.drafts.ts";
import { acceptStep, addRemark } from "../domains/forms/forms.review.ts";
import { editRepresentation } from "../domains/holders/holders.representation.ts";
import { setLastCompany } from "../domains/users/users.service.ts";
import { applicantOf } from "./applicant-facts.ts";
import type { Changes } from "./applicants.ts";
import { companyFormOf } from "./companies.ts";
import { demoCompanies } from "./company-facts.ts";
import { demoPeople } from "./people.ts";
import { peopleOnTheWay } from "./people-on-the-way.ts";
import { formOf, type Scene, type Show } from "./show.ts";

type CompanyName = keyof typeof demoCompanies;

const languageOf = (who: string) =>
  [...demoPeople, ...peopleOnTheWay].find(({ email }) => email.startsWith(`${who}@`))?.language ?? "en";

async function begin(show: Show, who: string, name: string): Promise<void> {
  const { id } = await createCompany(await show.as(who), show.userId(who));
  show.addCompany(name, id);
}

async function submitCompany(show: Show, who: string, name: CompanyName, changes: Changes = {}): Promise<void> {
  const holder = show.company(name);
  const { latinName } = demoCompanies[name];
  const papers = {
    extract: await show.scan(who, holder, "register.pdf", `Register extract: ${latinName}`),
    articles: await show.scan(who, holder, "articles.pdf", `Articles of association: ${latinName}`),
    owners: await show.scan(who, holder, "owners.pdf", `Declaration of owners: ${latinName}`),
    identity: await show.scan(who, holder, "document.png"),
  };
  const answers = companyFormOf(demoCompanies[name], {
    by: applicantOf(who),
    today: show.lastDay,
    papers,
    changes,
  });
  await show.fill(who, holder, answers);
  await show.submit(who, holder, { language: languageOf(who) });
}

/** Begun and submitted one day, approved by office three working days later. */
const approved = (
  name: CompanyName,
  { who, daysAgo, by, clientNumber }: { who: string; daysAgo: number; by: "office" | "admin"; clientNumber: string },
): Scene[] => [
  { daysAgo, at: "10:02", play: (show) => begin(show, who, name) },
  { daysAgo, at: "11:38", play: (show) => submitCompany(show, who, name) },
  {
    daysAgo: daysAgo - 3,
    at: "14:16",
    play: (show) => show.decide(by, show.company(name), "postKYC", { clientNumber }),
  },
];

const represented: readonly Scene[] = [
  ...approved("maritsa", { who: "nikolay", daysAgo: 180, by: "admin", clientNumber: "C200001" }),
  ...approved("trakia", { who: "nikolay", daysAgo: 140, by: "office", clientNumber: "C200002" }),
  {
    daysAgo: 130,
    at: "09:00",
    async play(show) {
      const ids = [show.userId("nikolay"), show.userId("magdalena")];
      await editRepresentation(await show.as("office"), { companyId: show.companyId("trakia") }, ids, "proxy");
    },
  },
  {
    daysAgo: 35,
    at: "16:10",
    async play(show) {
      const ids = [show.userId("nikolay")];
      await editRepresentation(await show.as("office"), { companyId: show.companyId("trakia") }, ids);
    },
  },
  {
    daysAgo: 5,
    at: "08:20",
    play: (show) => show.decide("nikolay", show.company("trakia"), "pendingReKYC"),
  },
  {
    daysAgo: 5,
    at: "08:24",
    async play(show) {
      const id = show.companyId("maritsa");
      await setLastCompany(await show.as("nikolay"), show.userId("nikolay"), id);
    },
  },
];

const started: readonly Scene[] = [
  { daysAgo: 6, at: "18:40", play: (show) => begin(show, "joanna", "bursztyn") },
  {
    daysAgo: 6,
    at: "18:52",
    async play(show) {
      const holder = show.company("bursztyn");
      await show.fill("joanna", holder, {
        entity: {
          legalName: "Bursztyn Studio Sp. z o.o.",
          latinName: "Bursztyn Studio Sp. z o.o.",
          legalForm: "limited",
          entityCountry: "PL",
          founded: "2023-05-08",
          registeredCity: "Sopot",
        },
      });
      await saveDraft(await show.as("joanna"), formOf(holder), {
        version: 1,
        changes: [{ step: "entity", field: "registeredCountry", value: "PL" }],
        currentStep: "entity",
      });
    },
  },
  { daysAgo: 3, at: "09:50", play: (show) => begin(show, "adam", "warta") },
  { daysAgo: 2, at: "13:33", play: (show) => submitCompany(show, "adam", "warta") },
  { daysAgo: 14, at: "10:20", play: (show) => begin(show, "emil", "pirin") },
  {
    daysAgo: 12,
    at: "11:45",
    play: (show) => submitCompany(show, "emil", "pirin", { business: { fundsText: "От дейността." } }),
  },
  {
    daysAgo: 10,
    at: "15:05",
    async play(show) {
      const holder = show.company("pirin");
      const form = { ...formOf(holder), revision: 1 };
      const admin = await show.as("admin");
      for (const step of ["entity", "representatives", "ownership", "taxStatus"])
        await acceptStep(admin, form, { step, accepted: true });
      const remarks = [
        { path: "business.fundsText", text: "Моля, опишете основните договори, от които са приходите." },
        { path: "documents.registerExtract", text: "Извлечението трябва да е отпреди най-много три месеца." },
      ];
      for (const remark of remarks) await addRemark(admin, form, { ...remark, audience: "client" });
      await show.decide("admin", holder, "returnedKYC");
    },
  },
];

const ended: readonly Scene[] = [
  { daysAgo: 57, at: "10:11", play: (show) => begin(show, "stefan", "harmony") },
  { daysAgo: 57, at: "12:04", play: (show) => submitCompany(show, "stefan", "harmony") },
  {
    daysAgo: 51,
    at: "09:36",
    play: (show) =>
      show.decide("admin", show.company("harmony"), "rejected", {
        reason: "Собственикът не доказа произхода на средствата.",
      }),
  },
  ...approved("odra", { who: "ewa", daysAgo: 200, by: "admin", clientNumber: "C200003" }),
  {
    daysAgo: 40,
    at: "14:01",
    play: (show) => show.decide("admin", show.company("odra"), "disabled", { reason: "The company was wound up." }),
  },
];

export const scenesOfCompanies: readonly Scene[] = [...represented, ...started, ...ended];
