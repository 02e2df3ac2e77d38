/** Seeds the demo's people with their forms: started, submitted, accepted, returned, renewed, rejected. */

import { finalCheck } from "@portico/api/forms/forms.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { saveDraft } from "../domains/forms/draft/drafts.ts";
import { acceptStep, addRemark } from "../domains/forms/review/review.ts";
import { noteRequested } from "../domains/forms/submission/renewal.ts";
import { beginRenewal } from "../domains/onboarding/renewal.ts";
import { reviewedSteps } from "../domains/onboarding/reviews/reviews.policy.ts";
import { yearlyReviewJob } from "../jobs/firm-jobs.ts";
import { transact } from "../unit-of-work/transact.ts";
import { applicantOf } from "./applicant-facts.ts";
import { answersOf, type Changes } from "./applicants.ts";
import { demoPeople } from "./people.ts";
import { peopleOnTheWay } from "./people-on-the-way.ts";
import { formOf, type Seed, type SeedStep } from "./seed.ts";

const personOf = (who: string) => [...demoPeople, ...peopleOnTheWay].find(({ email }) => email.startsWith(`${who}@`));

/** Completes and submits the whole form of a person. */
async function submitPerson(
  seed: Seed,
  who: string,
  { changes = {}, explanations = {} }: { changes?: Changes; explanations?: Record<string, string> } = {},
): Promise<void> {
  const holder = seed.user(who);
  const scans = [await seed.scan(who, holder, "document.png")];
  const answers = answersOf(applicantOf(who), { scans, today: seed.lastDay, changes });
  await seed.fill(who, holder, { ...answers, [finalCheck]: explanations });
  await seed.submit(who, holder, { language: personOf(who)?.language ?? "en" });
}

async function approvePerson(seed: Seed, who: string, by: string): Promise<void> {
  const clientNumber = personOf(who)?.clientNumber;
  await seed.decide(by, seed.user(who), "postKYC", clientNumber ? { clientNumber } : {});
}

/** Submitted one day, approved by office two working days later. */
const approved = (
  who: string,
  daysAgo: number,
  by: "office" | "admin",
  changes: Changes | ((seed: Seed) => Changes) = {},
): SeedStep[] => [
  {
    daysAgo,
    at: "09:12",
    run: (seed) => submitPerson(seed, who, { changes: typeof changes === "function" ? changes(seed) : changes }),
  },
  { daysAgo: daysAgo - 2, at: "13:40", run: (seed) => approvePerson(seed, who, by) },
];

/** Two clients whose passports are from another country than their residence. */
const british: Changes = {
  identity: { birthPlace: "Leeds", birthCountry: "GB", nationalities: ["GB"] },
  nationalIdentifier: { identifierKind: "passport", identifierValue: "518204477" },
  document: { documentKind: "passport", documentIssuer: "HM Passport Office", documentCountry: "GB" },
  tax: {
    taxResidences: [
      { id: "t1", taxCountry: "BG", noTinReason: "B", noTinText: "Applied for in spring; not issued yet." },
    ],
  },
};
const french: Changes = {
  identity: { birthPlace: "Lyon", birthCountry: "FR", nationalities: ["FR"] },
  nationalIdentifier: { identifierKind: "concat", identifierValue: undefined },
  document: { documentKind: "passport", documentIssuer: "Préfecture du Rhône", documentCountry: "FR" },
};

const onTheirWay: readonly SeedStep[] = [
  {
    daysAgo: 4,
    at: "17:20",
    async run(seed) {
      const holder = seed.user("kalin");
      const { identity, nationalIdentifier, document } = answersOf(applicantOf("kalin"), {
        scans: [],
        today: seed.lastDay,
      });
      await seed.fill("kalin", holder, { identity: identity ?? {}, nationalIdentifier: nationalIdentifier ?? {} });
      const { documentKind = null, documentNumber = null } = document ?? {};
      await saveDraft(await seed.as("kalin"), formOf(holder), {
        version: 1,
        changes: [
          { step: "document", field: "documentKind", value: documentKind },
          { step: "document", field: "documentNumber", value: documentNumber },
        ],
        currentStep: "document",
      });
    },
  },
  { daysAgo: 3, at: "08:31", run: (seed) => submitPerson(seed, "desislava") },
  {
    daysAgo: 1,
    at: "09:05",
    async run(seed) {
      const form = { ...formOf(seed.user("desislava")), revision: 1 };
      const office = await seed.as("office");
      for (const step of ["identity", "nationalIdentifier", "document"])
        await acceptStep(office, form, { step, accepted: true });
      await addRemark(office, form, {
        path: "work.employer",
        audience: "staff",
        text: "Employer found in the register; turnover fits the salary.",
      });
    },
  },
  {
    daysAgo: 2,
    at: "10:47",
    run: (seed) =>
      submitPerson(seed, "marek", {
        changes: {
          work: {
            employment: "retired",
            expectedAmount: "50to100",
            fundsSources: ["pension", "property"],
            fundsText: "Pension, and the sale of a summer house in Kashubia.",
          },
          finances: { annualIncome: "10to25", liquidAssets: "under10", incomeSources: ["pension"] },
        },
        explanations: { incomeAndAmount: "Sprzedaję dom letniskowy; akt notarialny jest podpisany." },
      }),
  },
  { daysAgo: 1, at: "11:15", run: (seed) => submitPerson(seed, "adam") },
];

/** Returned once, corrected and approved. */
const approvedAfterReturn: readonly SeedStep[] = [
  {
    daysAgo: 205,
    at: "12:50",
    run: (seed) =>
      submitPerson(seed, "nikolay", {
        changes: { work: { employment: "entrepreneur", fundsSources: ["business"], fundsText: "Фирмата ми." } },
      }),
  },
  {
    daysAgo: 204,
    at: "10:05",
    async run(seed) {
      const holder = seed.user("nikolay");
      const form = { ...formOf(holder), revision: 1 };
      await addRemark(await seed.as("office"), form, {
        path: "work.fundsText",
        audience: "client",
        text: "Моля, опишете дейността на дружеството и дела си в него.",
      });
      await seed.decide("office", holder, "returnedKYC");
    },
  },
  {
    daysAgo: 203,
    at: "08:15",
    async run(seed) {
      const holder = seed.user("nikolay");
      const fundsText = "Дивиденти от Марица Фуудс ООД, в което имам 80 %. Дружеството преработва плодове и зеленчуци.";
      await seed.fill("nikolay", holder, { work: { fundsText } });
      await seed.submit("nikolay", holder, { language: "bg" });
    },
  },
  { daysAgo: 202, at: "16:45", run: (seed) => approvePerson(seed, "nikolay", "office") },
];

const returned: readonly SeedStep[] = [
  {
    daysAgo: 9,
    at: "19:02",
    run: (seed) =>
      submitPerson(seed, "pawel", {
        changes: { work: { fundsText: "Oszczędności." }, contact: { residenceStreet: "ul. Piotrkowska" } },
      }),
  },
  {
    daysAgo: 7,
    at: "10:22",
    async run(seed) {
      const holder = seed.user("pawel");
      const form = { ...formOf(holder), revision: 1 };
      const office = await seed.as("office");
      for (const step of ["identity", "nationalIdentifier", "tax", "knowledge", "finances"])
        await acceptStep(office, form, { step, accepted: true });
      const remarks = [
        { path: "document.documentScans", text: "Brakuje drugiej strony dowodu. Prosimy o zdjęcie obu stron." },
        { path: "contact.residenceStreet", text: "Prosimy podać numer domu i mieszkania." },
        { path: "work.fundsText", text: "Prosimy napisać, z czego pochodzą oszczędności i od kiedy są gromadzone." },
      ];
      for (const remark of remarks) await addRemark(office, form, { ...remark, audience: "client" });
      await seed.decide("office", holder, "returnedKYC", {
        reason: "Prosimy o trzy uzupełnienia. Reszta jest w porządku.",
      });
    },
  },
];

/** An expiry date of an identity card in the near future. */
const expiringDay = (seed: Seed): string => addDays(seed.lastDay, 19);

const renewed: readonly SeedStep[] = [
  ...approved("radoslav", 272, "admin", (seed) => ({ document: { documentExpires: expiringDay(seed) } })),
  {
    daysAgo: 9,
    at: "03:10",
    async run(seed) {
      const { trx } = seed.context;
      const holder = seed.user("radoslav");
      await noteRequested(trx, holder, addDays(seed.today(), 30));
      const context = seed.context.asPortal(yearlyReviewJob.name);
      await transact(context, async (tx) => {
        await beginRenewal(tx, context, holder, {
          steps: ["document", ...reviewedSteps.user],
          news: { type: "renew_kyc" },
        });
        await tx.notify(holder, { type: "document_expiring", params: { day: expiringDay(seed) } });
      });
    },
  },
  ...approved("magdalena", 240, "office"),
  {
    daysAgo: 6,
    at: "12:30",
    run: (seed) => seed.decide("magdalena", seed.user("magdalena"), "pendingReKYC"),
  },
  {
    daysAgo: 2,
    at: "18:26",
    run: (seed) =>
      submitPerson(seed, "magdalena", {
        changes: {
          contact: { residenceStreet: "ul. Grodzka 3 m. 2", residencePostcode: "20-112" },
          work: { employment: "entrepreneur", employer: "Kubiak i Wspólnicy sp.p." },
          finances: { annualIncome: "100to250" },
        },
      }),
  },
];

const ended: readonly SeedStep[] = [
  {
    daysAgo: 58,
    at: "15:44",
    run: (seed) =>
      submitPerson(seed, "stefan", {
        changes: { work: { expectedAmount: "50to100", fundsSources: ["other"], fundsText: "Private means." } },
      }),
  },
  {
    daysAgo: 51,
    at: "09:30",
    run: (seed) =>
      seed.decide("admin", seed.user("stefan"), "rejected", {
        reason: "Произходът на средствата не беше доказан в срока, който поискахме.",
      }),
  },
  ...approved("ewa", 215, "office"),
  {
    daysAgo: 40,
    at: "14:05",
    run: (seed) =>
      seed.decide("admin", seed.user("ewa"), "disabled", { reason: "Relationship ended at the client's wish." }),
  },
];

export const peopleSteps: readonly SeedStep[] = [
  ...approved("ivan", 230, "office"),
  ...approved("anna", 222, "admin"),
  ...approvedAfterReturn,
  ...approved("james", 190, "office", british),
  ...approved("tomasz", 160, "admin"),
  ...approved("vera", 120, "office"),
  ...approved("emil", 75, "admin"),
  ...approved("sofia", 20, "office", french),
  ...onTheirWay,
  ...returned,
  ...renewed,
  ...ended,
];
