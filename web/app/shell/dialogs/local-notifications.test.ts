/** The list of this browser's own notifications, over a change of the language, which is another document. */
import { afterAll, beforeEach, expect, test, vi } from "vitest";

const stored = new Map<string, string>();
const storedInTab = new Map<string, string>();
const storageIn = (entries: Map<string, string>) => ({
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
});

function signedIn(id: number): void {
  const profile = { id, name: "Ana", email: "ana@bank.bg", role: "client", state: "postKYC" };
  stored.set("profile", JSON.stringify({ ...profile, preferences: {}, repCompanies: [] }));
  stored.set("token", '"token"');
  stored.set("tokenExpiry", "2000000000");
}

/** The modules of a freshly loaded page. */
async function freshPage() {
  vi.resetModules();
  vi.stubGlobal("localStorage", storageIn(stored));
  vi.stubGlobal("sessionStorage", storageIn(storedInTab));
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", () => undefined);
  return {
    ...(await import("./local-notifications.ts")),
    ...(await import("../navigation/text-across-languages.ts")),
  };
}

beforeEach(() => {
  stored.clear();
  storedInTab.clear();
  signedIn(7);
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("what this browser noted is there after the language is changed, with the key of its text, and once", async () => {
  const before = await freshPage();
  before.notifyLocally("failure", "notifications.notSent");
  before.handOver();
  const after = await freshPage();
  expect(after.currentLocalNotifications()).toEqual(before.currentLocalNotifications());
  expect(after.currentLocalNotifications()).toMatchObject([{ id: -1, key: "notifications.notSent", holder_id: 7 }]);
  after.notifyLocally("failure", "notifications.none");
  expect(after.currentLocalNotifications().map(({ id }) => id)).toEqual([-2, -1]);
  expect((await freshPage()).currentLocalNotifications(), "reloaded").toEqual([]);
});

test("nobody else is shown them", async () => {
  const before = await freshPage();
  before.notifyLocally("failure", "notifications.notSent");
  before.handOver();
  signedIn(8);
  expect((await freshPage()).currentLocalNotifications()).toEqual([]);
});
