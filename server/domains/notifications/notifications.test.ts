/** Notifications: recipients, wording, places where they appear, and that they are sent only after commit. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mailedNotifications, notificationTypes } from "@portico/api/notification-types.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createEvents } from "../../kernel/events.ts";
import { openSockets } from "../../realtime/sockets.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { failAtCommit } from "../../testing/commit.ts";
import { auditOf, codeOf, listen, recordMails } from "../../testing/effects.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { personWithDraft } from "../forms/testing/filled.ts";
import { arrangeHolder, ask } from "../onboarding/testing/holders.ts";
import { settingDefaults } from "../settings/defaults.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  admin = await app.as("admin");
});
afterAll(() => app.close());

const own = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const send = (holder: Holder, text: string, more: object = {}) =>
  office.client.notifications.send({ params: holder, body: { text, ...more } });
const sendToGroup = (name: string, text: string) =>
  office.client.notifications.sendToGroup({ params: { name }, body: { text } });
const listOf = ({ id, client }: TestUser) => client.notifications.listOfUser({ params: { id } });
const ofCompanies = ({ id, client }: TestUser) => client.notifications.listOfCompanies({ params: { userId: id } });
const texts = async (list: Promise<{ text: string | null }[]>) => (await list).map(({ text }) => text);
const remove = ({ client }: TestUser, holder: Holder, id: number) =>
  client.notifications.remove({ params: { ...holder, id } });
const joinGroup = ({ id }: TestUser, ...newGroups: string[]) =>
  office.client.distributionGroups.setOfUser({ params: { id }, body: { newGroups } });

test("what staff send to one holder stands in that holder's list alone, newest first, as it was written", async () => {
  const [client, other] = [await app.as("client"), await app.as("client")];
  const first = await send(own(client), "  Please call us.\nIt is about <b>your</b> form. ");
  const second = await send(own(client), "Наздраве!", { target_id: 7 });
  expect(first).toMatchObject({
    type: "generic",
    text: "Please call us.\nIt is about <b>your</b> form.",
    holder_type: "user",
    holder_id: client.id,
    company_id: null,
    target_id: null,
    params: {},
  });
  expect(await listOf(client)).toEqual([second, first]);
  expect(await listOf(other)).toEqual([]);
  expect(await auditOf(app, { type: "user", id: client.id }, "holder.notified")).toHaveLength(2);
});

test("a company's news reach everyone who acts for it, and stand apart from their own", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const second = await app.as("client");
  await office.client.companies.editRepresentatives({
    params: { id: holder.holderId },
    body: { newRepIDs: [owner.id, second.id] },
  });
  await send(holder, "For the company");
  await send(own(second), "For the person");
  for (const who of [owner, second]) {
    const [newest] = await ofCompanies(who);
    expect(newest).toMatchObject({ text: "For the company", company_id: holder.holderId, holder_type: "company" });
  }
  expect(await texts(listOf(second))).toEqual(["For the person"]);
});

test("staff who look see what the client sees, also of a company that is only begun", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "returnedKYC");
  const own = await ofCompanies(owner);
  expect(own.map(({ type }) => type)).toEqual(["rejected_comp_kyc"]);
  expect(await office.client.notifications.listOfCompanies({ params: { userId: owner.id } })).toEqual(own);
  expect(own[0]?.holder_id).toBe(holder.holderId);
});

test("a distribution group's members are told once each, whoever is not in it is not", async () => {
  const [a, b, c] = [await app.as("client"), await app.as("client"), await app.as("client")];
  await joinGroup(a, "VIP", "Monthly");
  await joinGroup(b, "VIP");
  await joinGroup(c, "Monthly");
  const heard = listen(app);
  expect(await sendToGroup("VIP", "For the few")).toEqual({ sent: 2 });
  heard.stop();
  expect([await texts(listOf(a)), await texts(listOf(b)), await texts(listOf(c))]).toEqual([
    ["For the few"],
    ["For the few"],
    [],
  ]);
  expect(heard.all.map(({ event }) => (event as Holder).holderId).toSorted((x, y) => x - y)).toEqual([a.id, b.id]);
  expect(await auditOf(app, { type: "group", id: "VIP" })).toMatchObject([
    { action: "group.notified", after: { type: "generic", text: "For the few", members: 2 } },
  ]);
  expect(await codeOf(sendToGroup("No such group", "Hello"))).toBe("notFound");
  await joinGroup(a);
  await joinGroup(b);
  expect(await sendToGroup("VIP", "To nobody")).toEqual({ sent: 0 });
});

test("a holder takes off their list what is their own, once or twice; another's stays", async () => {
  const [client, other] = [await app.as("client"), await app.as("client")];
  const mine = await send(own(client), "Mine");
  const theirs = await send(own(other), "Theirs");
  const heard = listen(app);
  for (let twice = 0; twice < 2; twice += 1) expect(await remove(client, own(client), mine.id)).toEqual({ done: true });
  await remove(client, own(client), theirs.id);
  heard.stop();
  expect(heard.all).toEqual([{ name: "notification", event: { ...own(client), notificationId: mine.id } }]);
  expect(await codeOf(remove(client, own(other), theirs.id))).toBe("notFound");
  expect(await codeOf(remove(office, own(other), theirs.id)), "staff only read").toBe("forbidden");
  expect([await texts(listOf(client)), await texts(listOf(other))]).toEqual([[], ["Theirs"]]);
  const kept = await app.database.db
    .selectFrom("notification")
    .select("text")
    .where("id", "=", mine.id)
    .executeTakeFirst();
  expect(kept?.text, "what a client was told is kept for the record").toBe("Mine");
});

test("a negative id is a page's own and nothing that the server knows", async () => {
  const client = await app.as("client");
  expect(await codeOf(remove(client, own(client), -1))).toBe("badInput");
});

test("empty words, a type that nobody knows and a holder of nobody are refused; a client sends nothing", async () => {
  const client = await app.as("client");
  expect(await codeOf(send(own(client), "   "))).toBe("badInput");
  expect(await codeOf(send(own(client), "x".repeat(2001)))).toBe("badInput");
  expect(await codeOf(send(own(client), "Hello", { notif_type: "invented" }))).toBe("badInput");
  for (const holderType of ["user", "company"] as const)
    expect(await codeOf(send({ holderType, holderId: 999_999 }, "Hello"))).toBe("notFound");
  expect(await codeOf(client.client.notifications.send({ params: own(client), body: { text: "To me" } }))).toBe(
    "forbidden",
  );
});

test("what asks for something is mailed too, in each reader's language, with the way to what it is about", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const readers = { bg: owner, pl: await app.as("client"), en: await app.as("client") };
  await office.client.companies.editRepresentatives({
    params: { id: holder.holderId },
    body: { newRepIDs: Object.values(readers).map(({ id }) => id) },
  });
  for (const language of ["bg", "pl"] as const)
    await readers[language].client.users.setPreferences({
      params: { id: readers[language].id },
      body: { newPrefs: { language } },
    });
  for (const type of notificationTypes) {
    const mails = recordMails(app);
    await transact(app.services, (tx) => tx.notify(holder, { type, text: "Words" }));
    const mailed: readonly string[] = mailedNotifications;
    if (!mailed.includes(type)) {
      expect(mails, type).toEqual([]);
      continue;
    }
    expect(mails.map(({ language }) => language).toSorted(), type).toEqual(["bg", "en", "pl"]);
    const place = /^(withdrawal|request_(expired|reopened))/.test(type)
      ? "money?"
      : type.startsWith("account")
        ? "money/accounts?"
        : type.startsWith("request")
          ? "portfolio?part=orders&"
          : /^(approved|declined|representative|signed_contract)/.test(type)
            ? "dashboard?"
            : /^document_(?!expiring)/.test(type)
              ? "documents?"
              : type.startsWith("report") && !type.startsWith("representative")
                ? "reports?"
                : type === "fall_notice"
                  ? "falls?"
                  : type.startsWith("action_")
                    ? "corporate-actions?"
                    : type.startsWith("delegate")
                      ? "access?"
                      : type.startsWith("target")
                        ? "target?"
                        : type === "name_changed"
                          ? "profile?"
                          : type.startsWith("share_")
                            ? "all-portfolios?"
                            : /^(contract|ticket)/.test(type)
                              ? `${type.startsWith("contract") ? "contracts" : "tickets"}?`
                              : "form/KYC?";
    const link = ({ params }: (typeof mails)[number]) => new URL((params as { link: string }).link);
    const pathOf = ({ pathname, search }: URL) => pathname + search;
    for (const mail of mails)
      expect(pathOf(link(mail)), type).toBe(`/${mail.language}/${place}company=${holder.holderId}`);

    // Whoever reads of something of their own may be acting for a company.
    const own = recordMails(app);
    await transact(app.services, (tx) =>
      tx.notify({ holderType: "user", holderId: readers.en.id }, { type, text: "Words" }),
    );
    expect(
      own.map((mail) => pathOf(link(mail))),
      type,
    ).toEqual([`/en/${place}company=0`]);
  }
});

test("whoever never confirmed the address is not called by the name that was typed with it", async () => {
  const client = await app.as("client");
  const news = { type: "approved_kyc", text: "Words" } as const;
  const namesIn = async () => {
    const mails = recordMails(app);
    await transact(app.services, (tx) => tx.notify(own(client), news));
    return mails.map(({ params }) => (params as { name: string }).name);
  };
  expect(await namesIn()).toEqual([expect.stringMatching(/./)]);
  await app.database.db.updateTable("app_user").set({ email_confirmed_at: null }).where("id", "=", client.id).execute();
  expect(await namesIn()).toEqual([""]);
});

test("staff are told of a submission: the colleague in charge, or where nobody is, all who decide about clients", async () => {
  const [internal, colleague] = [await app.as("internal"), await app.as("office")];
  const { client, path } = await personWithDraft(app);
  const about = async (who: TestUser) => (await listOf(who)).filter(({ target_id }) => target_id === client.id);
  await client.client.forms.snapshot({ params: path, body: {} });
  for (const who of [office, admin, colleague])
    expect(await about(who)).toMatchObject([
      { type: "submitted_kyc", params: { name: "Ivan Petrov" }, holder_id: who.id },
    ]);
  expect(await about(internal)).toEqual([]);
  await office.client.users.assign({ params: { id: client.id }, body: { admin_id: internal.id } });
  const heard = listen(app);
  await client.client.users.mailAdmins({ params: { id: client.id }, body: { title: "A question", content: "When?" } });
  heard.stop();
  const [told] = await about(internal);
  expect(told).toMatchObject({ type: "client_ticket", params: { what: "opened", title: "A question" } });
  expect(heard.all).toContainEqual({
    name: "notification",
    event: { ...own(internal), notificationId: told?.id },
  });
  expect(await about(colleague), "only whoever is in charge").toHaveLength(1);
});

test("at most 200 are listed, the newest", async () => {
  const client = await app.as("client");
  await app.database.db
    .insertInto("notification")
    .values(
      Array.from({ length: 205 }, (_, index) => ({
        holder_type: "user",
        holder_id: client.id,
        type: "generic",
        text: `${index}`,
      })),
    )
    .execute();
  const list = await texts(listOf(client));
  expect([list.length, list[0], list.at(-1)]).toEqual([200, "204", "5"]);
});

/**
 * The portal's socket server on this test's services; it has no listener afterwards, because a closed one would still
 * forward events.
 */
async function startSockets(): Promise<string> {
  app.services.events = createEvents();
  const server: Server = createServer();
  const sockets = openSockets(app.services, {
    servers: [server],
    pool: app.database.pool,
    listening: app.database.listening,
    origins: [],
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(async () => {
    app.services.events = createEvents();
    await sockets.close();
    await new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function connect(url: string, { token }: TestUser): Promise<{ socket: Socket; heard: unknown[] }> {
  const socket = io(url, { auth: { token }, reconnection: false, transports: ["websocket"] });
  onTestFinished(() => void socket.disconnect());
  const heard: unknown[] = [];
  socket.on("notification", (event) => heard.push(event));
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve({ socket, heard }));
    socket.once("connect_error", reject);
  });
}

test("an open page hears of it once it can fetch it, on every device of the holder and nowhere else", async () => {
  const url = await startSockets();
  const [client, other] = [await app.as("client"), await app.as("client")];
  const [phone, desk, foreign, staff] = await Promise.all([
    connect(url, client),
    connect(url, client),
    connect(url, other),
    connect(url, office),
  ]);
  const fetched = new Promise<(string | null)[]>((resolve) => {
    phone.socket.once("notification", () => void texts(listOf(client)).then(resolve));
  });
  const sent = await send(own(client), "Live");
  expect(await fetched, "what is told is there to be fetched").toEqual(["Live"]);
  const event = { ...own(client), notificationId: sent.id };
  await expect.poll(() => [phone.heard, desk.heard]).toEqual([[event], [event]]);
  await remove(client, own(client), sent.id);
  // The other device removes it too.
  await expect.poll(() => desk.heard).toEqual([event, event]);
  expect([foreign.heard, staff.heard]).toEqual([[], []]);
});

test("who no longer acts for a company hears no more of it, also on a page that stays open", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const former = await app.as("client");
  const edit = (newRepIDs: number[]) =>
    office.client.companies.editRepresentatives({ params: { id: holder.holderId }, body: { newRepIDs } });
  await edit([owner.id, former.id]);
  const url = await startSockets();
  const [stays, was] = await Promise.all([connect(url, owner), connect(url, former)]);
  const first = await send(holder, "To both");
  await expect.poll(() => was.heard).toEqual([{ ...holder, notificationId: first.id }]);
  const cut = new Promise((resolve) => was.socket.once("disconnect", resolve));
  await edit([owner.id]);
  await cut;
  const again = await connect(url, former);
  const second = await send(holder, "To one");
  await expect.poll(() => stays.heard).toContainEqual({ ...holder, notificationId: second.id });
  // The second is the news that they no longer act for it.
  expect([was.heard.length, again.heard]).toEqual([2, []]);
});

test("what a person has seen counts as seen on each of their devices, for them alone, and only what is theirs", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const [other, stranger] = [await app.as("client"), await app.as("client")];
  await office.client.companies.editRepresentatives({
    params: { id: holder.holderId },
    body: { newRepIDs: [owner.id, other.id] },
  });
  const [mine, ofCompany, later] = [
    await send(own(owner), "To you"),
    await send(holder, "To the company"),
    await send(own(owner), "Not shown yet"),
  ];
  const see = ({ id, client }: TestUser, ids: number[]) =>
    client.notifications.markSeen({ params: { userId: id }, body: { ids } });
  const unseen = async (user: TestUser) =>
    [...(await listOf(user)), ...(await ofCompanies(user))].filter(({ seen }) => !seen).map(({ id }) => id);
  expect(await unseen(owner)).toEqual(expect.arrayContaining([mine.id, ofCompany.id, later.id]));
  const heard = listen(app);
  await see(owner, [mine.id, ofCompany.id]);
  await see(owner, [mine.id]);
  heard.stop();
  // Another device of theirs is told, once.
  expect(heard.all).toEqual([{ name: "notification:seen", event: own(owner) }]);
  expect(await unseen(owner)).not.toContain(mine.id);
  expect(await unseen(owner)).not.toContain(ofCompany.id);
  expect(await unseen(owner)).toContain(later.id);
  expect(await unseen(other)).toContain(ofCompany.id);
  await see(stranger, [mine.id, ofCompany.id, later.id, 999_999]);
  const { rows } = await app.database.pool.query("select seen_by from notification where id = any($1) order by id", [
    [mine.id, ofCompany.id, later.id],
  ]);
  expect(rows.map(({ seen_by }: { seen_by: unknown }) => seen_by)).toEqual([[owner.id], [owner.id], []]);
});

test("what a company was told before somebody acted for it is not new to them", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const later = await app.as("client");
  const before = await send(holder, "To those of then");
  await app.database.pool.query("update notification set created_at = now() - interval '9 days' where id = $1", [
    before.id,
  ]);
  await office.client.companies.editRepresentatives({
    params: { id: holder.holderId },
    body: { newRepIDs: [owner.id, later.id] },
  });
  const since = await send(holder, "To both");
  const seen = async (user: TestUser) =>
    Object.fromEntries((await ofCompanies(user)).map(({ id, seen: isSeen }) => [id, isSeen]));
  expect(await seen(later)).toMatchObject({ [before.id]: true, [since.id]: false });
  await app.database.pool.query(
    "update representation set valid_from = current_date - 30 where user_id = $1 and company_id = $2",
    [owner.id, holder.holderId],
  );
  expect(await seen(owner)).toMatchObject({ [before.id]: false, [since.id]: false });
});

// Where the day begins long before that of the database too.
test.each(["Europe/Sofia", "Pacific/Kiritimati"])(
  "on the first day of acting for a company, what it was told before that is not new (%s)",
  async (timeZone) => {
    await app.database.pool.query("insert into setting (name, data) values ('portalRules', $1)", [
      { ...settingDefaults.portalRules, timeZone },
    ]);
    onTestFinished(async () => {
      await app.database.pool.query("delete from setting where name = 'portalRules'");
    });
    const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
    const later = await app.as("client");
    const before = await send(holder, "An hour before");
    await app.database.pool.query("update notification set created_at = now() - interval '1 second' where id = $1", [
      before.id,
    ]);
    await office.client.companies.editRepresentatives({
      params: { id: holder.holderId },
      body: { newRepIDs: [owner.id, later.id] },
    });
    const since = await send(holder, "After");
    const list = await ofCompanies(later);
    const isSeen = (id: number) => list.find((one) => one.id === id)?.seen;
    expect([isSeen(before.id), isSeen(since.id)]).toEqual([true, false]);
  },
);

test("what a person did themselves is news to the others alone, and what stands no longer is news to nobody", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const other = await app.as("client");
  await office.client.companies.editRepresentatives({
    params: { id: holder.holderId },
    body: { newRepIDs: [owner.id, other.id] },
  });
  const unseen = async (user: TestUser) =>
    (await ofCompanies(user)).filter(({ seen }) => !seen).map(({ type }) => type);
  const told = await unseen(owner);
  expect(await unseen(other)).toEqual(["representative_added"]);
  await transact(app.services, (tx) =>
    tx.notify(holder, { type: "withdrawal_to_confirm", target_id: 7, created_by: owner.id }),
  );
  expect([await unseen(owner), await unseen(other)]).toEqual([told, ["withdrawal_to_confirm", "representative_added"]]);
  const heard = listen(app);
  const ended = { types: ["withdrawal_to_confirm"] } as const;
  for (const target_id of [8, 7, 7]) await transact(app.services, (tx) => tx.endNews(holder, { ...ended, target_id }));
  heard.stop();
  expect(
    heard.all.map(({ name }) => name),
    "once",
  ).toEqual(["notification"]);
  expect([await unseen(owner), await unseen(other)]).toEqual([told, ["representative_added"]]);
  expect(
    (await ofCompanies(other)).map(({ type }) => type),
    "it stays listed",
  ).toContain("withdrawal_to_confirm");
});

test("a decision that fails at its commit tells nobody: no notification, no event, no mail that goes out", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "user", "pendingKYC");
  await failAtCommit(app, "notification", `new.holder_id = ${holder.holderId}`);
  const waiting = async () =>
    (await app.database.pool.query("select count(*)::int as jobs from jobs.job where name = 'mail.deliver'")).rows;
  const before = await waiting();
  const heard = listen(app);
  expect(await codeOf(ask(office, holder, { newState: "postKYC" }))).toBe("generic");
  heard.stop();
  expect([heard.all, await texts(listOf(owner))]).toEqual([[], []]);
  expect(await waiting()).toEqual(before);
});
