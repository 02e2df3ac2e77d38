import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
const keptInTab = new Map<string, string>();
/** As a browser's: its keys are its own properties. */
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

/** The modules as a freshly loaded page has them. */
async function freshPage() {
  vi.resetModules();
  vi.stubGlobal("localStorage", storageIn(kept));
  vi.stubGlobal("sessionStorage", storageIn(keptInTab));
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", () => undefined);
  return {
    ...(await import("./session.ts")),
    ...(await import("./acting.ts")),
    ...(await import("./storage.ts")),
  };
}

beforeEach(() => {
  kept.clear();
  keptInTab.clear();
});

test("the profile is kept without isValidated, also after a change and from an older version's storage", async () => {
  const page = await freshPage();
  page.signIn({ userData: profile as never, token: "t", expiry: 9 });
  expect(JSON.parse(kept.get("profile") ?? "")).not.toHaveProperty("isValidated");
  page.changeProfile({ name: "Ana B", isValidated: true } as never);
  expect(JSON.parse(kept.get("profile") ?? "")).toMatchObject({ id: 7, name: "Ana B" });
  expect(kept.get("profile")).not.toContain("isValidated");
  kept.set("profile", JSON.stringify(profile));
  expect((await freshPage()).currentSession()?.profile).not.toHaveProperty("isValidated");
});

test("after a forced sign-out nothing of the person is left, also where an answer comes late", async () => {
  const page = await freshPage();
  page.signIn({ userData: profile as never, token: "t", expiry: 9 });
  page.setCompanies([company as never]);
  page.selectCompany(3);
  page.writeStored("portfolio", { totalInvested: 1 });
  kept.set("portico.form.KYC", "{}");
  page.forgetSession();
  expect([...kept.keys()]).toEqual([]);
  page.setCompanies([company as never]);
  page.writeStored("portfolio", { totalInvested: 1 });
  page.writeStored("rates", []);
  expect([...kept.keys()]).toEqual([]);
});

test("what lies unsaved in a tab waits for its writer, and another who signs in there finds none of it", async () => {
  const page = await freshPage();
  const draft = "portico.draft.setting-form.brand";
  page.signIn({ userData: profile as never, token: "t", expiry: 9 });
  keptInTab.set(draft, "{}");
  page.forgetSession();
  page.signIn({ userData: profile as never, token: "u", expiry: 9 });
  expect(keptInTab.get(draft)).toBe("{}");
  page.forgetSession();
  page.signIn({ userData: { ...profile, id: 8 } as never, token: "v", expiry: 9 });
  expect(keptInTab.has(draft)).toBe(false);
});
