/** Each step of setting up follows what is there: done, taken away, done again. A step without a row here fails. */
import { ruleOf, type SetUpStepId, setUpStepIds } from "@portico/api/rules/set-up-steps.ts";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { recordMails } from "../../testing/effects.ts";
import { book, takeBack, upload } from "../client-imports/testing/files.ts";
import { filledTexts } from "../content/testing/filled.ts";
import { useTemplate } from "../contracts/testing/contracts.ts";
import { arrangeCustodian } from "../custodians/testing/arranged.ts";
import { newDefinition } from "../funds/testing/arranged.ts";
import { imported } from "../imports/testing/uploads.ts";
import { settingDefaults } from "../settings/defaults.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp({ smtpUrl: "smtp://mail.firm.example:25" });
  admin = await app.as("admin");
});
afterAll(() => app.close());

/** As the owner of the tables: the portal itself may not take away what is booked. */
async function run(text: string): Promise<void> {
  const owner = new Client(app.database.owner);
  await owner.connect();
  await owner.query(text);
  await owner.end();
}
const save = (name: string, data: unknown) =>
  admin.client.settings.save({ params: { name }, body: { data, sure: true } });
const forget = (name: string) => run(`delete from setting where name = '${name}'`);
const lacksOf = async (id: SetUpStepId) =>
  (await admin.client.setUp.get()).steps.find((step) => step.id === id)?.lacks ?? ["no such step"];

interface Row {
  /** Makes the step done, whatever was taken away before. */
  arrange: () => Promise<unknown>;
  /** What happens later: each opens the step again. */
  away: readonly (() => Promise<unknown>)[];
}

/** A setting that is accepted as it is shipped. */
const accepted = (name: keyof typeof settingDefaults): Row => ({
  arrange: () => save(name, settingDefaults[name]),
  away: [
    () => forget(name),
    // Written by another version of the portal.
    () => run(`update setting set data = '{"unknown": true}' where name = '${name}'`),
  ],
});

async function publish(page: "terms" | "privacy" | "fees" | "treasury"): Promise<void> {
  const { content } = admin.client;
  const params = { page };
  const { versions } = await content.listVersions({ params });
  if (versions.some(({ state }) => state === "published")) return;
  const { version, edit } = await content.save({
    params,
    body: { texts: await filledTexts(page), since: null },
  });
  await content.publish({ params, body: { version, since: edit } });
}
const archive = (page: string) =>
  run(
    `update content_version set state = 'archived', ended_at = now() where subject = '${page}' and state = 'published'`,
  );
const document = (page: "terms" | "privacy"): Row => ({ arrange: () => publish(page), away: [() => archive(page)] });

const nothing = { bg: "", en: "", pl: "" };
const fee = {
  id: "custody",
  name: { bg: "Съхранение", en: "Custody", pl: "Przechowywanie" },
  kind: "percent",
  value: "0.10",
  currency: null,
  minimum: null,
  unit: "year",
  vatAdded: false,
  note: nothing,
};
const bank = { name: "First Bank", country: "BG", share: null };
const account = {
  currency: "EUR",
  beneficiary: "Firm Ltd",
  iban: "BG80BNBG96611020345678",
  bic: "BNBGBGSF",
  bank: "First Bank",
  address: "",
  nip: "",
};

let colleagues: TestUser[] = [];
/** Somebody of the role who signed in. */
const joins = (role: "admin" | "office") => async () => {
  colleagues = [...colleagues, await app.as(role)];
};
const leaves = () =>
  run(`update app_user set state = 'disabled' where id in (${colleagues.map(({ id }) => id).join()})`);
const neverEntered = () => run(`delete from session where user_id in (${colleagues.map(({ id }) => id).join()})`);

async function mailArrives(): Promise<void> {
  const mails = recordMails(app);
  await admin.client.setUp.sendTestMail({ body: {} });
  const mail = mails.findLast(({ template }) => template === "mailTest");
  const { link } = (mail?.params ?? {}) as { link: string };
  await admin.client.setUp.confirmTestMail({ body: { code: new URL(link).searchParams.get("mail") ?? "" } });
}

const day = "2026-01-02";
async function booked(): Promise<void> {
  const { clientNumber } = { clientNumber: `C-${Math.random()}` };
  await app.as("client", { clientNumber });
  await imported(
    admin,
    `account,date,kind,currency,amount,id,description\n${clientNumber},${day},deposit,EUR,10.00,${clientNumber},In\n`,
    { kind: "statement" },
  );
}

let definition = 0;
let broughtIn = 0;

const rows: Record<SetUpStepId, Row> = {
  brand: {
    arrange: () => save("brand", { ...settingDefaults.brand, supportEmail: "help@firm.portico" }),
    away: [
      () => forget("brand"),
      () => save("brand", settingDefaults.brand),
      () => save("brand", { ...settingDefaults.brand, supportEmail: "help@example.com" }),
    ],
  },
  portalRules: accepted("portalRules"),
  mail: {
    arrange: mailArrives,
    away: [
      () => run("update mail_test set server = 'old.firm.example:25'"),
      () => run("update mail_test set arrived_at = null"),
    ],
  },
  terms: document("terms"),
  privacy: document("privacy"),
  fees: {
    arrange: async () => [await save("feeTable", { fees: [fee] }), await publish("fees")],
    away: [() => archive("fees"), () => save("feeTable", { fees: [] })],
  },
  treasury: {
    arrange: async () => [
      await save("treasury", { ...settingDefaults.treasury, asOf: day, banks: [bank] }),
      await publish("treasury"),
    ],
    away: [() => archive("treasury"), () => save("treasury", settingDefaults.treasury)],
  },
  funds: {
    arrange: async () => {
      definition = (await newDefinition(admin)).id;
    },
    away: [() => admin.client.funds.archiveDefinition({ params: { id: definition }, body: { version: 1 } })],
  },
  kycRules: accepted("kycRules"),
  declarationTexts: accepted("declarationTexts"),
  documentTypes: accepted("documentTypes"),
  contractTemplates: {
    arrange: () => useTemplate(admin),
    away: [() => run("update contract_template set state = 'retired' where state = 'inUse'")],
  },
  existingClients: {
    arrange: async () => {
      broughtIn = (await book(app, admin, (await upload(admin, "Name,E-mail\nAnna Old,old@client.example")).id)).id;
    },
    away: [() => takeBack(app, admin, broughtIn)],
  },
  ticketRules: accepted("ticketRules"),
  chatRules: accepted("chatRules"),
  depositInstructions: {
    arrange: () => save("depositInstructions", { ...settingDefaults.depositInstructions, accounts: [account] }),
    away: [() => save("depositInstructions", settingDefaults.depositInstructions)],
  },
  withdrawalRules: accepted("withdrawalRules"),
  custodian: {
    arrange: () => arrangeCustodian(admin, `Custodian ${Math.random()}`),
    away: [() => run("update custodian set ended_at = now()")],
  },
  import: { arrange: booked, away: [() => run("update import set state = 'discarded'")] },
  prices: {
    arrange: async () => {
      await run(
        `insert into instrument (name, ticker, currency) values ('Index', 'IDX', 'EUR') on conflict do nothing`,
      );
      await run(`insert into price (instrument_id, day, value, currency, source)
        select id, '${day}', 10, 'EUR', 'test' from instrument limit 1 on conflict do nothing`);
      await run(`insert into fx_rate (currency, day, per_euro, source) values ('USD', '${day}', 1.08, 'test')
        on conflict do nothing`);
    },
    away: [() => run("delete from price"), () => run("delete from fx_rate")],
  },
  secondAdmin: { arrange: joins("admin"), away: [leaves, neverEntered] },
  fourEyes: {
    arrange: () => save("fourEyes", { ...settingDefaults.fourEyes, on: true }),
    away: [() => forget("fourEyes")],
  },
  colleagues: { arrange: joins("office"), away: [leaves, neverEntered] },
  staffSecondFactor: accepted("staffSecondFactor"),
};

test("every step has its row", () => {
  expect(Object.keys(rows).toSorted()).toEqual(setUpStepIds.toSorted());
});

test.each(setUpStepIds)(
  "%s is done while what it checks is there, and open as soon as it is taken away",
  async (id) => {
    const { arrange, away } = rows[id];
    expect(await lacksOf(id), "before").not.toEqual([]);
    for (const take of away) {
      await arrange();
      expect(await lacksOf(id), "arranged").toEqual([]);
      await take();
      expect(await lacksOf(id), String(take)).not.toEqual([]);
    }
    await arrange();
    expect(await lacksOf(id), "again").toEqual([]);
  },
);

test("what is only an example, or cannot be used, is told as such", async () => {
  await save("brand", settingDefaults.brand);
  expect(await lacksOf("brand")).toEqual(["example"]);
  await save("brand", { ...settingDefaults.brand, supportEmail: "help@firm.test" });
  expect(await lacksOf("brand")).toEqual(["reserved"]);
  await run(`update setting set data = '7' where name = 'kycRules'`);
  expect(await lacksOf("kycRules")).toEqual(["unusable"]);
  await joins("admin")();
  await neverEntered();
  expect(await lacksOf("secondAdmin")).toEqual(["signIn"]);
  expect(ruleOf("brand").blocks).toBe("registration");
});
