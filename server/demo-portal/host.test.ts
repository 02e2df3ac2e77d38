/** What runs follows what administrators want, also over kills: of the process in front, while it loads and while it is removed. */
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { PortalProcess } from "../processes/agreement.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import type { DemoChild, startChild } from "./child.ts";
import { demosFolder } from "./folders.ts";
import { type DemoHost, hostDemo } from "./host.ts";

/** A process of the demo that does what the test says. */
interface Fake {
  folder: string;
  password: string;
  isStopped: boolean;
  load: () => void;
  fail: (reason: string) => void;
  end: () => void;
}

let app: TestApp;
let admin: TestUser;
let started: Fake[];
let hosts: DemoHost[];
beforeEach(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  started = [];
  hosts = [];
});
afterEach(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  await app.close();
});

const start: typeof startChild = async (_, { folder, password }) => {
  await mkdir(folder, { recursive: true });
  const ready = Promise.withResolvers<{ pages: number; api: number }>();
  const ended = Promise.withResolvers<void>();
  const fake: Fake = {
    folder,
    password,
    isStopped: false,
    load: () => ready.resolve({ pages: 1, api: 2 }),
    fail(reason) {
      ready.reject(new Error(reason));
      ended.resolve();
    },
    end: () => ended.resolve(),
  };
  started.push(fake);
  ready.promise.catch(() => undefined);
  return {
    ready: ready.promise,
    ended: ended.promise,
    async stop() {
      fake.isStopped = true;
      fake.fail("stopped");
    },
  } satisfies DemoChild;
};

const first = "00000000-0000-4000-8000-000000000001";
const second = "00000000-0000-4000-8000-000000000002";
const third = "00000000-0000-4000-8000-000000000003";
/** A process of this portal on the given list of those that live. */
function begin(processId: string, living: readonly Pick<PortalProcess, "id" | "host" | "pid">[] = []): DemoHost {
  const host = hostDemo(app.services, {
    processId,
    living: () => living as readonly PortalProcess[],
    checkMs: 50,
    start,
  });
  hosts.push(host);
  return host;
}
const load = async (): Promise<number> => (await admin.client.demoPortal.load({ body: {} })).id;
const remove = (id: number) => admin.client.demoPortal.remove({ params: { id } });
const stateNow = async () => (await admin.client.demoPortal.get()).current?.state;
const folders = (): Promise<string[]> => readdir(demosFolder(app.services.config.dataDir)).catch(() => []);
const running = (): Fake[] => started.filter(({ isStopped }) => !isStopped);

test("it is loaded, shown with its key, removed with its folder, and a second one is new", async () => {
  const host = begin(first);
  const id = await load();
  await expect.poll(() => started.length).toBe(1);
  expect(host.current()?.ports).toBe(null);
  expect((await admin.client.demoPortal.get()).current?.link).toBe(null);
  started[0]?.load();
  await expect.poll(stateNow).toBe("on");
  const link = (await admin.client.demoPortal.get()).current?.link ?? "";
  expect(link.endsWith(`/demo/enter/${host.current()?.key}`)).toBe(true);
  expect(host.current()?.ports).toEqual({ pages: 1, api: 2 });
  await remove(id);
  await expect.poll(folders).toEqual([]);
  expect([host.current(), running()]).toEqual([null, []]);
  await load();
  await expect.poll(() => started.length).toBe(2);
  expect(started[1]?.folder).not.toBe(started[0]?.folder);
  expect(started[1]?.password).not.toBe(started[0]?.password);
});

test("killed while loading, the next process begins anew in a new folder; killed later, it goes on with what is loaded", async () => {
  const others: Pick<PortalProcess, "id" | "host" | "pid">[] = [];
  begin(first, others);
  await load();
  await expect.poll(() => started.length).toBe(1);
  // As if killed: it does nothing any more, and the other one does not find it alive.
  others.push({ id: second, host: "another machine", pid: 1 }, { id: third, host: "another machine", pid: 1 });
  begin(second, others.slice(1));
  await expect.poll(() => started.length).toBe(2);
  expect(started[1]?.folder).not.toBe(started[0]?.folder);
  started[1]?.load();
  await expect.poll(stateNow).toBe("on");
  await expect.poll(folders).toEqual([started[1]?.folder.split("/").at(-1)]);
  begin(third);
  await expect.poll(() => started.length).toBe(3);
  expect(started[2]?.folder).toBe(started[1]?.folder);
});

test("what another living process runs is left to it", async () => {
  const other = begin(first);
  await load();
  await expect.poll(() => other.current()).not.toBe(null);
  const host = begin(second, [{ id: first, host: "another machine", pid: 1 }]);
  await expect.poll(stateNow).toBe("loading");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([host.current(), started.length]).toEqual([null, 1]);
});

test("removed while it loads, and left behind by a killed removal, it is gone", async () => {
  begin(first);
  const id = await load();
  await expect.poll(() => started.length).toBe(1);
  await remove(id);
  await expect.poll(() => started[0]?.isStopped).toBe(true);
  await expect.poll(folders).toEqual([]);
  await mkdir(join(demosFolder(app.services.config.dataDir), "7-left"), { recursive: true });
  await expect.poll(folders).toEqual([]);
});

test("after three failures an administrator reads why, and can try again", async () => {
  begin(first);
  const id = await load();
  for (const attempt of [1, 2, 3]) {
    await expect.poll(() => started.length).toBe(attempt);
    started.at(-1)?.fail("the disk is full");
  }
  await expect.poll(stateNow).toBe("failed");
  expect((await admin.client.demoPortal.get()).current?.failure).toBe("the disk is full");
  await expect.poll(folders).toEqual([]);
  await remove(id);
  await load();
  await expect.poll(() => started.length).toBe(4);
});

test("a process that ends while it is shown is started again on what is loaded", async () => {
  const host = begin(first);
  await load();
  await expect.poll(() => started.length).toBe(1);
  started[0]?.load();
  await expect.poll(stateNow).toBe("on");
  started[0]?.end();
  await expect.poll(() => started.length).toBe(2);
  expect(started[1]?.folder).toBe(started[0]?.folder);
  started[1]?.load();
  await expect.poll(() => host.current()?.ports).not.toBe(null);
});
