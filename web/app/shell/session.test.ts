import { afterAll, beforeEach, expect, test, vi } from "vitest";

const stored = new Map<string, string>();
const storedInTab = new Map<string, string>();
/** Like a browser's storage: its keys are its own properties. */
const storageIn = (entries: Map<string, string>) =>
  new Proxy(
    {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    },
    { ownKeys: () => [...entries.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
  );

const profile = { id: 7, email: "ana@bank.bg", name: "Ana", state: "postKYC", lastCompany: 3, isValidated: true };
const company = { id: 3, name: "Oak", state: "postKYC", client_number: null, created_at: "2026-01-01T00:00:00Z" };

/** The modules of a freshly loaded page. `hear` tells the page that another tab stored something. */
async function freshPage() {
  vi.resetModules();
  const listeners: ((event: { key: string | null }) => void)[] = [];
  vi.stubGlobal("localStorage", storageIn(stored));
  vi.stubGlobal("sessionStorage", storageIn(storedInTab));
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", (_: string, listener: (typeof listeners)[number]) => listeners.push(listener));
  return {
    ...(await import("./session.ts")),
    ...(await import("./active-holder.ts")),
    ...(await import("./storage.ts")),
    ...(await import("./view-as.ts")),
    ...(await import("./confirmation.ts")),
    hear: (key: string | null) => {
      for (const listener of listeners) listener({ key });
    },
  };
}

/** Another tab of this browser signs somebody in, or out. */
function elsewhere(signedIn: { id: number } | null): void {
  stored.clear();
  if (!signedIn) return;
  for (const [key, value] of Object.entries({ profile: { ...profile, ...signedIn }, tokenExpiry: 9, token: "e" }))
    stored.set(key, JSON.stringify(value));
}

const draft = "portico.draft.setting-form.brand";
const view = { id: 1, holder: { holderType: "user", holderId: 5 }, name: "Vera", until: Date.now() + 60_000 };

beforeEach(() => {
  stored.clear();
  storedInTab.clear();
});
// Test files share their worker's globals and modules.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("the profile is kept without isValidated, also after a change and from an older version's storage", async () => {
  const page = await freshPage();
  page.signIn({ userData: profile as never, token: "t", expiry: 9 });
  expect(JSON.parse(stored.get("profile") ?? "")).not.toHaveProperty("isValidated");
  page.changeProfile({ name: "Ana B", isValidated: true } as never);
  expect(JSON.parse(stored.get("profile") ?? "")).toMatchObject({ id: 7, name: "Ana B" });
  expect(stored.get("profile")).not.toContain("isValidated");
  stored.set("profile", JSON.stringify(profile));
  expect((await freshPage()).currentSession()?.profile).not.toHaveProperty("isValidated");
});

test("after a forced sign-out nothing of the person is left, also where an answer comes late", async () => {
  const page = await freshPage();
  page.signIn({ userData: profile as never, token: "t", expiry: 9 });
  page.setCompanies([company as never]);
  page.selectCompany(3);
  page.writeStored("portfolio", { totalInvested: 1 });
  stored.set("portico.form.KYC", "{}");
  page.forgetSession();
  expect([...stored.keys()]).toEqual([]);
  page.setCompanies([company as never]);
  page.writeStored("portfolio", { totalInvested: 1 });
  page.writeStored("rates", []);
  expect([...stored.keys()]).toEqual([]);
});

test("a company that is no longer the person's is told once, and is no longer acted for", async () => {
  const page = await freshPage();
  page.signIn({ userData: profile as never, token: "t", expiry: 9 });
  expect(page.setCompanies([company as never])).toBeUndefined();
  page.selectCompany(3);
  expect(page.setCompanies([company as never])).toBeUndefined();
  expect(page.setCompanies([])).toMatchObject({ id: 3 });
  expect(page.setCompanies([])).toBeUndefined();
  expect(stored.has("activeCompID")).toBe(false);
});

test("what lies unsaved in a tab waits for its writer, and another who signs in there finds none of it", async () => {
  const page = await freshPage();
  page.signIn({ userData: profile as never, token: "t", expiry: 9 });
  storedInTab.set(draft, "{}");
  page.forgetSession();
  page.signIn({ userData: profile as never, token: "u", expiry: 9 });
  expect(storedInTab.get(draft)).toBe("{}");
  page.forgetSession();
  page.signIn({ userData: { ...profile, id: 8 } as never, token: "v", expiry: 9 });
  expect(storedInTab.has(draft)).toBe(false);
});

test("what lies unsaved in a tab that was opened by its address waits for its writer", async () => {
  elsewhere({ id: 7 });
  const page = await freshPage();
  storedInTab.set(draft, "{}");
  page.forgetSession();
  page.signIn({ userData: profile as never, token: "u", expiry: 9 });
  expect(storedInTab.get(draft)).toBe("{}");
});

test("what lies in a tab whose person is not on record is that of whoever is signed in when it is loaded", async () => {
  elsewhere({ id: 7 });
  storedInTab.set(draft, "{}");
  await freshPage();
  expect(storedInTab.get(draft)).toBe("{}");
});

test("where somebody else signs in in another tab, nothing of the person before is left in this one", async () => {
  elsewhere({ id: 7 });
  const page = await freshPage();
  storedInTab.set(draft, "{}");
  elsewhere(null);
  page.hear(null);
  expect(storedInTab.has(draft)).toBe(true);
  elsewhere({ id: 8 });
  page.hear("token");
  expect(page.currentSession()?.profile.id).toBe(8);
  expect(storedInTab.has(draft)).toBe(false);
});

test("a tab that is loaded again after somebody else signed in elsewhere shows nothing of the person before", async () => {
  elsewhere({ id: 7 });
  const page = await freshPage();
  storedInTab.set(draft, "{}");
  page.setViewAs(view as never);
  elsewhere({ id: 8 });
  const again = await freshPage();
  expect(storedInTab.has(draft)).toBe(false);
  expect(again.currentViewAs()).toBeNull();
});

test("a look through a client's eyes does not outlast a reload while nobody is signed in", async () => {
  elsewhere({ id: 7 });
  (await freshPage()).setViewAs(view as never);
  elsewhere(null);
  const page = await freshPage();
  page.signIn({ userData: { ...profile, id: 8 } as never, token: "v", expiry: 9 });
  expect(page.currentViewAs()).toBeNull();
});

test("a tab that slept from one person to the next closes what is open before it takes the next", async () => {
  elsewhere({ id: 7 });
  const page = await freshPage();
  storedInTab.set(draft, "{}");
  page.setViewAs(view as never);
  vi.stubGlobal("document", { activeElement: null });
  page.openConfirmation({ title: "Delete Vera?", text: "", action: () => undefined });
  elsewhere({ id: 8 });
  page.hear("token");
  expect(page.currentSession()).toBeNull();
  expect(page.currentConfirmation()).toBeNull();
  await vi.waitFor(() => expect(page.currentSession()?.profile.id).toBe(8));
  expect(storedInTab.has(draft)).toBe(false);
  expect(page.currentViewAs()).toBeNull();
});
