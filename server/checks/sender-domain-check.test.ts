/** What DNS says of the sender's domain, asked of a name server. */
import { expect, onTestFinished, test } from "vitest";
import { look, settingsOf } from "./testing/check.ts";
import { type Records, startDns } from "./testing/dns-server.ts";

const good: Record<string, Records> = {
  "firm.bg": { TXT: ["other=1", "v=spf1 include:mail.firm.bg -all"], MX: ["mx.firm.bg"] },
  "_dmarc.firm.bg": { TXT: ["v=DMARC1; p=quarantine; rua=mailto:post@firm.bg"] },
  "one._domainkey.firm.bg": { TXT: [`v=DKIM1; p=${"A".repeat(400)}`] },
};

async function ask(changes: Record<string, Records | undefined>, from = "Firm <no-reply@firm.bg>") {
  const records = Object.entries({ ...good, ...changes }).filter(
    (entry): entry is [string, Records] => entry[1] !== undefined,
  );
  const dns = await startDns(Object.fromEntries(records));
  onTestFinished(() => dns.close());
  const settings = await settingsOf({ SMTP_URL: "smtp://mail.firm.bg", MAIL_FROM: from });
  return { dns, codes: async () => (await look("senderDomain", { ...settings, resolver: dns.resolver })).codes };
}
const codesWith = async (changes: Record<string, Records | undefined>, from?: string) =>
  (await ask(changes, from)).codes();

test("a domain with SPF, DKIM, DMARC and mail is right", async () => {
  expect(await codesWith({})).toEqual(["senderRight"]);
});

test.each([
  ["no SPF", { "firm.bg": { MX: ["mx.firm.bg"], TXT: ["v=spf10"] } }, ["spfNone"]],
  ["SPF twice", { "firm.bg": { MX: ["m.firm.bg"], TXT: ["v=spf1 -all", "v=spf1 mx -all"] } }, ["spfTwice"]],
  ["SPF for all", { "firm.bg": { MX: ["m.firm.bg"], TXT: ["v=spf1 mx +all"] } }, ["spfAll"]],
  ["SPF for all, without its sign", { "firm.bg": { MX: ["m.firm.bg"], TXT: ["v=spf1 all"] } }, ["spfAll"]],
  ["no DMARC", { "_dmarc.firm.bg": undefined }, ["dmarcNone"]],
  ["DMARC that only watches", { "_dmarc.firm.bg": { TXT: ["v=DMARC1; p=none"] } }, ["dmarcWatches"]],
  ["DMARC twice", { "_dmarc.firm.bg": { TXT: ["v=DMARC1; p=none", "v=DMARC1; p=reject"] } }, ["dmarcTwice"]],
  ["no DKIM key at all", { "one._domainkey.firm.bg": undefined }, ["dkimNone"]],
  ["no mail at all", { "firm.bg": { TXT: ["v=spf1 -all"], MX: ["."] } }, ["senderNoMail"]],
  ["neither MX nor an address", { "firm.bg": { TXT: ["v=spf1 -all"] } }, ["senderNoMail"]],
  ["no MX, but an address", { "firm.bg": { TXT: ["v=spf1 -all"], A: ["192.0.2.1"] } }, ["senderRight"]],
] as const)("%s", async (_what, changes, codes) => {
  expect(await codesWith(changes)).toEqual(codes);
});

test("a name below the firm's domain goes by the domain's DMARC, and by what it says of such names", async () => {
  const below = {
    "post.firm.bg": { TXT: ["v=spf1 -all"], MX: ["mx.firm.bg"] },
    "one._domainkey.post.firm.bg": { TXT: ["v=DKIM1; p=A"] },
  };
  const from = "no-reply@post.firm.bg";
  expect(await codesWith(below, from)).toEqual(["senderRight"]);
  const watches = { ...below, "_dmarc.firm.bg": { TXT: ["v=DMARC1; p=reject; sp=none"] } };
  expect(await codesWith(watches, from)).toEqual(["dmarcWatches"]);
});

test("a silent name server is told from a domain without records, and a domain of nobody is not asked about", async () => {
  const { dns, codes } = await ask({});
  dns.beSilent();
  expect(await codes()).toEqual(["senderUnasked"]);
  expect(await codesWith({}, "Portico <no-reply@localhost>")).toEqual(["senderReserved"]);
  expect(await codesWith({}, "a@firm.example")).toEqual(["senderReserved"]);
});
