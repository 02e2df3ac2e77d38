/** Seeds the firm's templates, and contracts of a person and a company in every state. */
import { randomBytes } from "node:crypto";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { endContracts } from "../domains/contracts/contracts.jobs.ts";
import { getContract, markContractOpened } from "../domains/contracts/contracts.ts";
import { rejectContract, withdrawContract } from "../domains/contracts/endings.ts";
import { proposeContract } from "../domains/contracts/proposals.ts";
import { sendContract } from "../domains/contracts/sending.ts";
import { requestCode } from "../domains/contracts/signing/codes.ts";
import { signContract } from "../domains/contracts/signing/signatures.ts";
import { previewContract } from "../domains/contracts/templates/preview.ts";
import { listProposable, saveTemplate, useTemplate } from "../domains/contracts/templates/templates.ts";
import { saveSetting } from "../domains/settings/settings.ts";
import type { Context } from "../kernel/context.ts";
import { demoTemplates } from "./contract-texts.ts";
import type { Seed, SeedStep } from "./seed.ts";

type Data = Record<string, string>;

/** The person in a session in which they confirm codes. */
async function inSession(seed: Seed, who: string): Promise<{ context: Context; sessionId: number }> {
  const { rows } = await sql<{ id: number }>`
    insert into session (user_id, token_hash, expires_at, ended_at)
    values (${seed.userId(who)}, ${randomBytes(32)}, now(), now()) returning id`.execute(seed.context.trx);
  const sessionId = rows[0]?.id ?? 0;
  return { context: await seed.context.as(seed.userId(who), sessionId), sessionId };
}

/** Requests the code and confirms it as the mailed one: nobody reads the demo's mails of the past. */
async function confirm(
  { context, sessionId }: { context: Context; sessionId: number },
  holder: Holder,
  contract: number | string,
  sha256: string,
): Promise<void> {
  const bound = await requestCode(context, holder, { contract, sha256 });
  // By the real clock, which the seed's services compare it with, too.
  await sql`
    update session set fresh_until = now() + interval '5 minutes', fresh_factor = 'mail', fresh_for = ${bound.for},
      fresh_challenge = (select max(id) from challenge where session_id = ${sessionId})
    where id = ${sessionId}`.execute(context.db);
}

/** People of the demo read what they sign. */
const shown = { how: "displayed", secondsAgo: 60 } as const;

async function sign(seed: Seed, who: string, holder: Holder, id: number): Promise<void> {
  const session = await inSession(seed, who);
  const { context } = session;
  await markContractOpened(context, holder, id);
  const { sha256, agreement } = await getContract(context, holder, id);
  await confirm(session, holder, id, sha256);
  const signature = { name: context.viewer?.name ?? who, agreed: agreement.version, sha256, shown };
  await signContract(context, { ...holder, id }, { signature });
}

async function propose(seed: Seed, who: string, holder: Holder, type: string, data: Data): Promise<number> {
  const session = await inSession(seed, who);
  const { context } = session;
  const offered = (await listProposable(context, holder)).find((one) => one.type === type);
  const { pdf } = await previewContract(context, { ...holder, type }, { contract_data: data });
  if (!offered || !pdf) throw new Error(`The demo cannot propose ${type}`);
  await confirm(session, holder, type, pdf.sha256);
  const { id } = await proposeContract(
    context,
    { ...holder, type },
    {
      contract_data: data,
      signature: { name: context.viewer?.name ?? who, agreed: offered.agreement.version, sha256: pdf.sha256, shown },
    },
  );
  return id;
}

const send = async (seed: Seed, holder: Holder, type: string, data: Data = {}): Promise<number> =>
  (await sendContract(await seed.as("office"), { ...holder, type }, { contract_data: data })).id;

const ivan = (seed: Seed): Holder => seed.user("ivan");
const plan = (seed: Seed, amount: string): Data => ({ amount, start: addDays(seed.today(), 30) });
const fee = (seed: Seed, share: string): Data => ({ fee: share, from: addDays(seed.today(), 30) });

export const contractSteps: readonly SeedStep[] = [
  {
    daysAgo: 220,
    at: "09:05",
    async run(seed) {
      const context = await seed.as("office");
      for (const [type, content] of Object.entries(demoTemplates)) {
        const { version, edit } = await saveTemplate(context, type, { content, edit: null });
        await useTemplate(context, type, { version, edit });
      }
    },
  },
  {
    daysAgo: 190,
    at: "13:10",
    async run(seed) {
      const id = await send(seed, ivan(seed), "brokerage");
      await sign(seed, "ivan", ivan(seed), id);
      await signContract(await seed.as("office"), { ...ivan(seed), id }, {});
    },
  },
  {
    daysAgo: 120,
    at: "13:20",
    run: async (seed) => send(seed, ivan(seed), "feeAgreement", fee(seed, "0,30 %")),
  },
  // The contract above expired meanwhile.
  { daysAgo: 100, at: "03:05", run: async (seed) => endContracts(seed.context.asPortal("contracts")) },
  {
    daysAgo: 90,
    at: "13:30",
    async run(seed) {
      const id = await propose(seed, "ivan", ivan(seed), "savingsPlan", plan(seed, "25000"));
      await rejectContract(
        await seed.as("office"),
        { ...ivan(seed), id },
        "The amount is higher than the income in your form. Please propose a lower one.",
      );
    },
  },
  {
    daysAgo: 60,
    at: "13:40",
    async run(seed) {
      const id = await send(seed, ivan(seed), "feeAgreement", fee(seed, "0,40 %"));
      await rejectContract(
        await seed.as("ivan"),
        { ...ivan(seed), id },
        "We agreed on a lower fee by phone. Please correct it.",
      );
    },
  },
  {
    daysAgo: 40,
    at: "13:50",
    async run(seed) {
      const id = await send(seed, ivan(seed), "feeAgreement", fee(seed, "2,00 %"));
      await withdrawContract(await seed.as("office"), id);
    },
  },
  // Required of companies since then: one has signed it, one has it before them, and one was not sent it yet.
  {
    daysAgo: 8,
    at: "09:30",
    run: async (seed) =>
      saveSetting(await seed.as("admin"), "requiredContracts", { KYC: null, companyKYC: "accountCompany" }),
  },
  {
    daysAgo: 4,
    at: "11:05",
    async run(seed) {
      const trakia = seed.company("trakia");
      const id = await send(seed, trakia, "accountCompany");
      await sign(seed, "nikolay", trakia, id);
      await signContract(await seed.as("office"), { ...trakia, id }, {});
    },
  },
  { daysAgo: 1, at: "10:45", run: async (seed) => send(seed, seed.company("warta"), "accountCompany") },
  {
    daysAgo: 5,
    at: "10:15",
    run: async (seed) => send(seed, seed.company("maritsa"), "brokerageCompany"),
  },
  { daysAgo: 3, at: "10:25", run: async (seed) => send(seed, ivan(seed), "feeAgreement", fee(seed, "0,20 %")) },
  {
    daysAgo: 2,
    at: "10:35",
    run: async (seed) => propose(seed, "ivan", ivan(seed), "savingsPlan", plan(seed, "200")),
  },
];
