/** Files of a custodian's folder, from a real SSH server on a real folder to the ledger and back to the folder of processed files. */
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PickupConnection } from "@portico/api/pickups/settings.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startSftp, type TestSftp } from "../../adapters/sftp/testing/sftp-server.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import { bookByRule } from "../imports/picked-up.ts";
import { confirm } from "../imports/testing/uploads.ts";
import { lookInto } from "./looking/look.ts";
import { watchSources } from "./watch.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let minute = 0;
beforeAll(async () => {
  app = await createTestApp();
  // A Monday, noon in Sofia.
  app.services.now = () => new Date(Date.parse("2026-11-23T10:00:00Z") + minute * 60_000);
  admin = await app.as("admin");
  office = await app.as("office");
});
afterAll(() => app.close());

let root: string;
let server: TestSftp;
let custodian = 0;
beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, "out"));
  await mkdir(join(root, "done"));
  server = await startSftp(root);
  custodian = await addCustodian();
  await connect();
});
afterEach(() => server.close());

async function addCustodian({ automatic = false } = {}): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into custodian (name, automatic) values (${`Bank ${Math.random()}`}, ${automatic}) returning id`.execute(
    app.services.db,
  );
  return rows[0]?.id ?? 0;
}
const automatic = () => sql`update custodian set automatic = true where id = ${custodian}`.execute(app.services.db);

const connection = (more: Partial<PickupConnection> = {}): PickupConnection => ({
  custodianId: custodian,
  isOn: true,
  host: server.host,
  port: server.port,
  user: server.user,
  fingerprint: server.fingerprint,
  folder: "/out",
  pattern: "*.csv",
  processedFolder: "/done",
  expectedBy: null,
  ...more,
});
const save = (more: Partial<PickupConnection> = {}) =>
  admin.client.settings.save({ params: { name: "pickups" }, body: { data: { connections: [connection(more)] } } });
async function connect(more: Partial<PickupConnection> = {}) {
  await save(more);
  const { host, port, user, password } = server;
  const secret = { kind: "password", password } as const;
  await admin.client.pickups.saveSecret({ body: { custodianId: custodian, host, port, user, secret } });
}

/** Written once and for all some time ago. */
async function deliver(name: string, content: string, secondsAgo = 600): Promise<void> {
  const path = join(root, "out", name);
  await writeFile(path, content);
  const at = new Date(1_790_000_000_000 - secondsAgo * 1000);
  await utimes(path, at, at);
}
async function look(times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    minute += 5;
    await lookInto(app.services, custodian);
  }
}
const source = () => `sftp/${custodian}`;
const files = () => office.client.pickups.listFiles({ query: { source: source() } });
const told = async () =>
  (await files())
    .map(({ name, state, reason, waits }) => [name, state, reason, ...waits].filter(Boolean).join(" "))
    .toSorted();
const state = async () => (await office.client.pickups.list()).sources.find((one) => one.source === source());
const inFolder = async (folder: string) => (await readdir(join(root, folder))).toSorted();
const notified = async (type: string) =>
  (await office.client.notifications.listOfUser({ params: { id: office.id } })).filter((one) => one.type === type);

let accounts = 0;
/** A client with a statement that deposits so much. */
async function statement(amount = "100"): Promise<string> {
  const account = `P${++accounts}`;
  await app.as("client", { clientNumber: account });
  return `account,date,kind,currency,amount\n${account},2026-05-04,deposit,EUR,${amount}\n`;
}

test("a file is read once it no longer changes, waits for a colleague, and is moved after the confirmation alone", async () => {
  await deliver("a.csv", await statement());
  await look();
  expect(await told()).toEqual(["a.csv seen"]);
  await look();
  expect(await told()).toEqual(["a.csv taken notAutomatic"]);
  const [file] = await files();
  const [read] = file?.imports ?? [];
  const params = { id: read?.id ?? 0 };
  expect(await office.client.imports.get({ params })).toMatchObject({
    state: "previewed",
    fileName: "a.csv",
    pickedUpFrom: `bank@127.0.0.1:${server.port}/out/a.csv`,
  });
  expect(await notified("pickup_waiting")).toMatchObject([{ params: { count: 1 } }]);
  await look(2);
  expect(await inFolder("out")).toEqual(["a.csv"]);
  expect(await notified("pickup_waiting")).toHaveLength(1);
  await confirm(office, params);
  await look();
  expect([await inFolder("out"), await inFolder("done")]).toEqual([[], ["a.csv"]]);
  expect(await told()).toEqual(["a.csv moved"]);
  expect((await auditOf(app, { type: "pickupFile", id: file?.id ?? 0 })).map(({ action }) => action)).toEqual([
    "pickup.taken",
    "pickup.moved",
  ]);
});

test("a discarded file is moved as well, and the same content is not read again under another name", async () => {
  const content = await statement();
  await deliver("a.csv", content);
  await look(2);
  await deliver("b.csv", content);
  await look(2);
  expect(await told()).toEqual(["a.csv taken notAutomatic", "b.csv moved sameContent"]);
  const [read] = (await files()).flatMap(({ imports }) => imports);
  await office.client.imports.discard({ params: { id: read?.id ?? 0 }, body: {} });
  await look();
  expect(await inFolder("done")).toEqual(["a.csv", "b.csv"]);
});

test("a file that is still written waits, however often it is looked at", async () => {
  const content = await statement();
  await deliver("a.csv", content.slice(0, 40), 900);
  await look();
  await deliver("a.csv", content, 700);
  await look();
  expect(await told()).toEqual(["a.csv seen"]);
  await look();
  expect(await told()).toEqual(["a.csv taken notAutomatic"]);
});

test("half a file is refused and stays; the whole one that replaces it is read", async () => {
  const content = await statement();
  await deliver("a.csv", content.slice(0, -18));
  await look(2);
  expect(await told()).toEqual(["a.csv taken refused undecided"]);
  await deliver("a.csv", content, 300);
  await look(2);
  expect(await told()).toEqual(["a.csv taken notAutomatic", "a.csv taken refused undecided"]);
  expect(await inFolder("out")).toEqual(["a.csv"]);
});

test("a file that changes while it is read is not taken; the changed one is, later", async () => {
  const content = await statement();
  await deliver("a.csv", content, 900);
  await look();
  server.whileRead = () => deliver("a.csv", content.replace(",100", ",999"), 100);
  await look();
  expect(await told()).toEqual(["a.csv seen"]);
  await look();
  expect(await told()).toEqual(["a.csv taken notAutomatic"]);
});

test("a connection that is cut in the middle leaves nothing behind, and the next look reads the whole", async () => {
  await deliver("a.csv", `${await statement()}${"#".repeat(0)}`);
  await look();
  server.cutAfter = 10;
  await look();
  expect(await told()).toEqual(["a.csv seen"]);
  expect(await state()).toMatchObject({ failure: "cut", failures: 1 });
  server.cutAfter = null;
  await look();
  expect(await told()).toEqual(["a.csv taken notAutomatic"]);
  expect(await state()).toMatchObject({ failure: null, failures: 0 });
});

test("a changed host key stops the pickup at once with an alarm, and nothing is asked", async () => {
  await deliver("a.csv", await statement());
  const { port } = server;
  await server.close();
  server = await startSftp(root, { port });
  const before = (await notified("pickup_failed")).length;
  await look(3);
  expect(await state()).toMatchObject({ failure: "hostKeyChanged", failureDetail: server.fingerprint, failures: 3 });
  expect([server.signIns, server.asked]).toEqual([[], []]);
  expect(await notified("pickup_failed")).toHaveLength(before + 1);
});

test("a wrong password alarms after three looks, once; a secret for another address is not sent", async () => {
  const { host, port, user } = server;
  const body = { custodianId: custodian, host, port, user, secret: { kind: "password", password: "wrong" } } as const;
  await admin.client.pickups.saveSecret({ body });
  const before = (await notified("pickup_failed")).length;
  await look(2);
  expect(await notified("pickup_failed")).toHaveLength(before);
  await look(3);
  expect(await notified("pickup_failed")).toHaveLength(before + 1);
  expect(await state()).toMatchObject({ failure: "signIn", failures: 5 });
  await admin.client.pickups.saveSecret({ body: { ...body, host: "elsewhere.example" } });
  server.signIns.length = 0;
  await look();
  expect(await state()).toMatchObject({ failure: "noSecret", hasSecret: false });
  expect(server.signIns).toEqual([]);
});

test("a missing folder is named", async () => {
  await rm(join(root, "out"), { recursive: true });
  await look();
  expect(await state()).toMatchObject({ failure: "folderMissing" });
});

test("names with blanks and other scripts are read; others, folders and files of other patterns are not", async () => {
  await deliver("Извлечение май.csv", await statement());
  await deliver("a b.CSV", await statement());
  await deliver("back\\slash.csv", await statement());
  await deliver("notes.txt", "x");
  await mkdir(join(root, "out", "folder.csv"));
  await look(2);
  expect(await told()).toEqual([
    "a b.CSV taken notAutomatic",
    "back\\slash.csv left unfitName",
    "Извлечение май.csv taken notAutomatic",
  ]);
});

test("a file that vanished before it was read, or before it was moved, is said", async () => {
  await deliver("a.csv", await statement());
  await deliver("b.csv", await statement());
  await look();
  await rm(join(root, "out", "a.csv"));
  await look();
  expect(await told()).toEqual(["a.csv left vanished", "b.csv taken notAutomatic"]);
  const [read] = (await files()).flatMap(({ imports }) => imports);
  await confirm(office, { id: read?.id ?? 0 });
  await rm(join(root, "out", "b.csv"));
  await look();
  expect(await told()).toEqual(["a.csv left vanished", "b.csv left vanished"]);
});

test("a file that changed after it was read stays; what lies there now is another file", async () => {
  await deliver("a.csv", await statement());
  await look(2);
  const [read] = (await files()).flatMap(({ imports }) => imports);
  await confirm(office, { id: read?.id ?? 0 });
  await deliver("a.csv", await statement(), 100);
  await look(2);
  expect(await told()).toEqual(["a.csv left changedAfterwards", "a.csv taken notAutomatic"]);
  expect(await inFolder("out")).toEqual(["a.csv"]);
});

test("a taken name in the folder of processed files is not overwritten", async () => {
  await deliver("a.csv", await statement());
  await writeFile(join(root, "done", "a.csv"), "of last year");
  await look(2);
  const [file] = await files();
  await confirm(office, { id: file?.imports[0]?.id ?? 0 });
  await look();
  expect(await inFolder("done")).toEqual([`a-${file?.id}.csv`, "a.csv"]);
});

test("a clean file is booked by the rule, as the system, and moved in the same look", async () => {
  await automatic();
  await deliver("a.csv", await statement());
  await look(2);
  expect(await told()).toEqual(["a.csv moved"]);
  const [file] = await files();
  const id = file?.imports[0]?.id ?? 0;
  expect(await office.client.imports.get({ params: { id } })).toMatchObject({ state: "confirmed", newRows: 1 });
  expect(await auditOf(app, { type: "import", id }, "import.confirmed")).toMatchObject([
    { actor: { system: "pickup: automatic booking" } },
  ]);
});

test("what is not clean waits with its reasons, also where the custodian allows booking", async () => {
  await automatic();
  const content = await statement("-100");
  await deliver("below.csv", content.replace("deposit", "withdrawal"));
  await look(2);
  expect(await told()).toEqual(["below.csv taken cashBelowZero"]);
  expect(await state()).toMatchObject({ waiting: 1 });
});

test("a process that ends between booking and moving, or while the host moves, loses and repeats nothing", async () => {
  await deliver("a.csv", await statement());
  await look(2);
  const [file] = await files();
  const id = file?.imports[0]?.id ?? 0;
  // Booked, and the process ended: nothing else was written.
  expect(await bookByRule(app.services, id)).toEqual([]);
  expect(await bookByRule(app.services, id)).toEqual([]);
  server.cutAfterRename = true;
  await look();
  expect([await inFolder("out"), await inFolder("done")]).toEqual([[], ["a.csv"]]);
  expect(await state()).toMatchObject({ failure: "cut" });
  await look();
  expect(await told()).toEqual(["a.csv moved"]);
});

test("a process that ends after the preview finds it again", async () => {
  await deliver("a.csv", await statement());
  await look(2);
  const [before] = await files();
  await sql`update pickup_file set state = 'seen', taken_at = null where id = ${before?.id}`.execute(app.services.db);
  await look();
  const [after] = await files();
  expect(after?.imports).toEqual(before?.imports);
});

test("a refused file is read again, or put away, when a colleague says so", async () => {
  const account = `P${++accounts}`;
  await deliver("a.csv", `account,date,kind,currency,amount\n${account},2026-05-04,deposit,EUR,5\n`);
  await look(2);
  expect(await told()).toEqual(["a.csv taken refused undecided"]);
  const [file] = await files();
  expect(file?.can).toEqual({ readAgain: true, setAside: true });
  const params = { id: file?.id ?? 0 };
  await app.as("client", { clientNumber: account });
  await office.client.pickups.readAgain({ params, body: {} });
  await look();
  expect(await told()).toEqual(["a.csv taken notAutomatic"]);
  expect(await codeOf(office.client.pickups.setAside({ params, body: {} }))).toBe("stateConflict");
});

test("a missing file is told once a day at its hour, on business days, and ends when one comes", async () => {
  await save({ expectedBy: "13:30" });
  const count = async () => (await notified("pickup_late")).length;
  const before = await count();
  minute = 60;
  await look();
  expect(await count()).toBe(before);
  minute = 100;
  await look(3);
  expect(await count()).toBe(before + 1);
  expect(await state()).toMatchObject({ lateOn: "2026-11-23" });
  await deliver("a.csv", await statement());
  await look();
  expect(await state()).toMatchObject({ lateOn: null });
  // Saturday.
  minute = 5 * 24 * 60 + 300;
  await look();
  expect(await count()).toBe(before + 1);
});

test("a new folder needs a second administrator while four eyes are on; switching one off does not", async () => {
  await app.as("admin");
  await admin.client.settings.save({ params: { name: "fourEyes" }, body: { data: { on: true } } });
  const saved = await admin.client.settings.save({
    params: { name: "pickups" },
    body: { data: { connections: [connection({ host: "other.example" })] }, reason: "moved" },
  });
  expect(saved.proposalId).not.toBeNull();
  expect((await state())?.address).toContain("127.0.0.1");
  await sql`update setting set data = '{"on": false}' where name = 'fourEyes'`.execute(app.services.db);
  await sql`update proposal set state = 'withdrawn' where state = 'open'`.execute(app.services.db);
});

test("the test of a connection shows the key first, and signs in with the confirmed one alone", async () => {
  await deliver("a.csv", "x");
  const { fingerprint, isOn: _isOn, processedFolder: _processed, expectedBy: _expected, ...body } = connection();
  const first = await admin.client.pickups.test({ body });
  expect(first).toMatchObject({ fingerprint, signedIn: false, failure: null });
  expect(server.signIns).toEqual([]);
  expect(await admin.client.pickups.test({ body: { ...body, fingerprint } })).toMatchObject({
    signedIn: true,
    files: 1,
  });
  const other = `SHA256:${"A".repeat(43)}`;
  expect(await admin.client.pickups.test({ body: { ...body, fingerprint: other } })).toMatchObject({
    signedIn: false,
    failure: "hostKeyChanged",
  });
});

test("the list of jobs names a folder that cannot be read", async () => {
  await rm(join(root, "out"), { recursive: true });
  await look(3);
  await expect(watchSources(app.services)).rejects.toMatchObject({ reason: { kind: "pickupFailed" } });
  await mkdir(join(root, "out"));
  await look();
  await expect(watchSources(app.services)).resolves.toBeUndefined();
});
