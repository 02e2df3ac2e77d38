/** Seeds the work of staff: colleagues in charge, data fields and groups, clients' requests, open proposals. */
import { randomBytes } from "node:crypto";
import type { FirmDocuments } from "@portico/api/forms/settings.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { createCannedAnswer } from "../domains/canned-answers/canned-answers.ts";
import { assignCompany } from "../domains/companies/companies.ts";
import { createDataField } from "../domains/data-fields/data-fields.ts";
import { setUserGroups } from "../domains/distribution-groups/distribution-groups.ts";
import { removeNotification, sendNotification, sendToGroup } from "../domains/notifications/notifications.ts";
import { handleRequest } from "../domains/payments/requests/decisions.ts";
import { requestTransaction } from "../domains/payments/requests/requests.ts";
import { propose } from "../domains/proposals/proposals.ts";
import { saveView } from "../domains/saved-views/saved-views.ts";
import { saveSetting } from "../domains/settings/settings.ts";
import { resolveTicket } from "../domains/tickets/transitions.ts";
import { mailAdmins, requestSubscription } from "../domains/users/requests.ts";
import { assignUser, setClientData } from "../domains/users/staff.ts";
import { beginViewAs, endViewAs } from "../domains/view-as/view-as.ts";
import { transact } from "../unit-of-work/transact.ts";
import { cannedTexts } from "./canned-texts.ts";
import type { Seed, SeedStep } from "./seed.ts";
import { getNewestTicket, write } from "./seed-tickets.ts";

/** Data fields of every kind, as staff enter them: text, number, day, yes or no. */
const fields = ["Fee plan", "Annual fee, EUR", "Last meeting", "Paper statements", "Speaks"] as const;
const facts: Readonly<Record<string, readonly [string, number, number, boolean, string]>> = {
  ivan: ["Advisory", 480, 24, true, "Bulgarian, German"],
  anna: ["Execution only", 120, 61, false, "Polish, English"],
  nikolay: ["Advisory", 900, 12, false, "Bulgarian"],
  james: ["Execution only", 120, 90, true, "English, some Bulgarian"],
};
const groups: Readonly<Record<string, readonly string[]>> = {
  ivan: ["Quarterly letter", "Клиенти в България"],
  vera: ["Клиенти в България"],
  nikolay: ["Quarterly letter", "Клиенти в България"],
  radoslav: ["Клиенти в България"],
  anna: ["Quarterly letter", "Klienci w Polsce"],
  tomasz: ["Klienci w Polsce"],
  sofia: ["Klienci w Polsce"],
};
/** Colleague in charge; other clients have none. */
const inCharge: Readonly<Record<string, string>> = {
  ivan: "office",
  anna: "office",
  nikolay: "admin",
  tomasz: "internal",
  radoslav: "internal",
  desislava: "office",
  pawel: "office",
};

const services = [
  { id: "research", name: { bg: "Анализи на пазара", en: "Market research", pl: "Analizy rynkowe" } },
  { id: "live-prices", name: { bg: "Цени в реално време", en: "Live prices", pl: "Notowania na żywo" } },
  { id: "tax-report", name: { bg: "Годишна данъчна справка", en: "Yearly tax report", pl: "Roczny raport podatkowy" } },
];

/** The files are in web/public, each marked as a specimen. */
const risk = {
  bg: "/demo-documents/risk.bg.html",
  en: "/demo-documents/risk.en.html",
  pl: "/demo-documents/risk.pl.html",
};
const nowhere = { bg: null, en: null, pl: null };
const firmDocuments: FirmDocuments = {
  // These are public pages of the portal.
  terms: nowhere,
  tariff: nowhere,
  privacy: nowhere,
  risk,
};

/** Remarks that reviewers make often, at the fields concerned. */
const readyRemarks = [
  {
    title: "Both sides, readable",
    fields: ["files"],
    texts: {
      bg: "Моля, приложете четливо копие на двете страни на документа.",
      en: "Please attach a readable copy of both sides of the document.",
      pl: "Prosimy dołączyć czytelną kopię obu stron dokumentu.",
    },
  },
  {
    title: "As in the document",
    fields: ["lastName", "firstName", "birthDate"],
    texts: {
      bg: "Моля, попълнете го точно както е в документа за самоличност.",
      en: "Please write it exactly as in your identity document.",
      pl: "Prosimy wpisać dokładnie tak, jak w dokumencie tożsamości.",
    },
  },
];

const dailyWork: readonly SeedStep[] = [
  {
    daysAgo: 290,
    at: "09:00",
    async run(seed) {
      const admin = await seed.as("admin");
      await saveSetting(admin, "clientRequests", { recipients: [], services });
      await saveSetting(admin, "firmDocuments", firmDocuments);
      for (const label of fields) await createDataField(admin, { label, type: "text", choices: [] });
      for (const canned of cannedTexts) await createCannedAnswer(admin, { ...canned, use: "answer", fields: [] });
      for (const remark of readyRemarks) await createCannedAnswer(admin, { ...remark, use: "remark" });
    },
  },
  {
    daysAgo: 30,
    at: "09:15",
    async run(seed) {
      const office = await seed.as("office");
      for (const [who, [plan, fee, metAgo, paper, speaks]] of Object.entries(facts)) {
        const values = [plan, String(fee), addDays(seed.today(), -metAgo), paper ? "yes" : "no", speaks];
        const data = Object.fromEntries(fields.map((label, index) => [label, values[index]]));
        await setClientData(office, seed.userId(who), data);
      }
      for (const [who, names] of Object.entries(groups))
        if (who !== "sofia") await setUserGroups(office, seed.userId(who), names);
    },
  },
  {
    daysAgo: 1,
    at: "08:10",
    async run(seed) {
      const office = await seed.as("office");
      await setUserGroups(office, seed.userId("sofia"), groups["sofia"] ?? []);
      for (const [who, colleague] of Object.entries(inCharge))
        await assignUser(office, seed.userId(who), seed.userId(colleague));
      await assignCompany(office, seed.companyId("maritsa"), seed.userId("admin"));
      await assignCompany(office, seed.companyId("trakia"), seed.userId("office"));
    },
  },
  {
    daysAgo: 1,
    at: "08:30",
    async run(seed) {
      const office = await seed.as("office");
      await saveView(office, "users", {
        name: "Waiting for a decision",
        query: { state: "pendingKYC", sort: "created_at" },
      });
      await saveView(office, "users", { name: "Nobody in charge", query: { assigned: "0" } });
      await saveView(office, "companies", { name: "Companies to renew", query: { state: "pendingReKYC" } });
    },
  },
];

const ask = (daysAgo: number, at: string, who: string, title: string, content: string): SeedStep => ({
  daysAgo,
  at,
  run: async (seed) => mailAdmins(await seed.as(who), seed.userId(who), { title, content }),
});
const subscribe = (daysAgo: number, at: string, who: string, service: string): SeedStep => ({
  daysAgo,
  at,
  run: async (seed) => requestSubscription(await seed.as(who), seed.userId(who), service),
});

/** What the person asked last is answered, and settled with that. */
const settle = (daysAgo: number, at: string, who: string, content: string): SeedStep => ({
  daysAgo,
  at,
  async run(seed) {
    const id = await getNewestTicket(seed, who);
    await write(seed, "internal", seed.user(who), id, content);
    await resolveTicket(await seed.as("internal"), { ...seed.user(who), id });
  },
});

/** Clients' requests; the oldest are settled. */
const requests: readonly SeedStep[] = [
  subscribe(45, "10:05", "ivan", "research"),
  ask(26, "14:30", "anna", "Zmiana numeru telefonu", "Dzień dobry, od maja mam nowy numer. Jak mogę go zmienić?"),
  settle(44, "09:10", "ivan", "От първо число на следващия месец ще получавате анализите ни по имейл."),
  settle(25, "09:20", "anna", "Numer telefonu można zmienić samodzielnie na stronie „Profil”."),
  ask(
    4,
    "12:18",
    "vera",
    "Прехвърляне от друг посредник",
    "Как мога да прехвърля акциите си от друг посредник при вас?",
  ),
  subscribe(3, "16:40", "tomasz", "tax-report"),
  ask(
    2,
    "09:55",
    "nikolay",
    "Нов пълномощник на Марица Фуудс",
    "От следващия месец дружеството ще има и пълномощник. Какви документи са нужни?",
  ),
  {
    daysAgo: 1,
    at: "09:05",
    run: async (seed) =>
      write(
        seed,
        "admin",
        seed.user("nikolay"),
        await getNewestTicket(seed, "nikolay"),
        "Нотариално заверено пълномощно и копие от личната карта на пълномощника. Кога влиза в сила?",
      ),
  },
  subscribe(1, "16:20", "anna", "live-prices"),
];

/** A viewing as a client, which the client's access history shows. */
async function viewAsClient(seed: Seed): Promise<void> {
  const staffId = seed.userId("internal");
  const moment = seed.context.now();
  const ended = new Date(moment.getTime() + 20 * 60_000);
  const { id: sessionId } = await seed.context.trx
    .insertInto("session")
    .values({
      user_id: staffId,
      token_hash: randomBytes(32),
      expires_at: ended,
      ended_at: ended,
      end_reason: "signedOut",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const internal = await seed.context.as(staffId, sessionId);
  const { viewAsId } = await beginViewAs(
    internal,
    seed.user("ivan"),
    "Клиентът пита защо доходността за годината изглежда различно.",
  );
  seed.context.turnTo(new Date(moment.getTime() + 6 * 60_000));
  await endViewAs(internal, viewAsId);
}

const news: readonly SeedStep[] = [
  {
    daysAgo: 18,
    at: "10:00",
    run: async (seed) =>
      sendToGroup(await seed.as("office"), "Quarterly letter", {
        notif_type: "generic",
        text: "Our letter on the third quarter is ready. Your adviser will gladly go through it with you.",
      }),
  },
  {
    daysAgo: 17,
    at: "20:12",
    async run(seed) {
      // Read and removed from the list.
      const nikolay = seed.user("nikolay");
      const row = await seed.context.trx
        .selectFrom("notification")
        .select("id")
        .where("holder_type", "=", "user")
        .where("holder_id", "=", nikolay.holderId)
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow();
      await removeNotification(await seed.as("nikolay"), nikolay, row.id);
    },
  },
  {
    daysAgo: 11,
    at: "11:30",
    run: async (seed) =>
      sendNotification(await seed.as("office"), seed.user("tomasz"), {
        notif_type: "failure",
        text: "Depozytariusz nie odpowiada. Pracujemy nad tym i damy znać, gdy portfel znów będzie widoczny.",
      }),
  },
  {
    daysAgo: 7,
    at: "15:25",
    run: async (seed) =>
      sendNotification(await seed.as("admin"), seed.company("maritsa"), {
        notif_type: "generic",
        text: "Таксите за фирмени сметки остават без промяна и през следващата година.",
      }),
  },
  { daysAgo: 6, at: "10:40", run: viewAsClient },
];

async function proposeAs(who: string, seed: Seed, proposed: Parameters<typeof propose>[2]): Promise<unknown> {
  const context = await seed.as(who);
  return transact(context, (tx) => propose(tx, context, proposed));
}

/** Proposed while four eyes were on: each waits for a colleague of its proposer. */
const proposals: readonly SeedStep[] = [
  {
    daysAgo: 2,
    at: "15:50",
    run: (seed) =>
      proposeAs("office", seed, {
        action: "setClientNumber",
        holder: seed.user("sofia"),
        before: { clientNumber: null },
        after: { clientNumber: "P100016" },
        reason: "Клиентът е одобрен; номерът е от потвърждението на депозитаря.",
      }),
  },
  {
    daysAgo: 1,
    at: "09:25",
    run: (seed) =>
      proposeAs("admin", seed, {
        action: "setRole",
        holder: seed.user("internal"),
        before: { role: "internal" },
        after: { role: "office" },
        reason: "Поема прегледа на формулярите на дружествата от следващия месец.",
      }),
  },
];

const nothingBooked = { otherPayments: [], reason: "" };

/** James requested two transactions: one was done, one declined. */
const transactions: readonly SeedStep[] = [
  {
    daysAgo: 14,
    at: "10:20",
    async run(seed) {
      const james = await seed.as("james");
      const wish = { userMsg: "", transactionInfo: { sum: "2500", currency: "EUR" } };
      const { id: first } = await requestTransaction(james, seed.user("james"), { type: "deposit", ...wish });
      const { id: second } = await requestTransaction(james, seed.user("james"), {
        type: "buy",
        userMsg: "",
        transactionInfo: { instrumentName: "IE00B4L5Y983", sum: "2500", currency: "EUR" },
      });
      const office = await seed.as("office");
      await handleRequest(office, first, { state: "done", staffMessage: "", ...nothingBooked });
      await handleRequest(office, second, {
        state: "declined",
        staffMessage: "The deposit has to settle first. Please ask again in two working days.",
        ...nothingBooked,
      });
    },
  },
];

export const staffSteps: readonly SeedStep[] = [...dailyWork, ...requests, ...news, ...transactions, ...proposals];
