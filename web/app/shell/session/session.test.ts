import { expect, test, vi } from "vitest";
import { company, elsewhere, entered, freshPage, profile, stored, storedInTab } from "../testing/fresh-page.ts";

const draft = "portico.draft.setting-form.brand";
const view = { id: 1, holder: { holderType: "user", holderId: 5 }, name: "Vera", until: Date.now() + 60_000 };

test("the profile is kept without isValidated, also after a change and from an older version's storage", async () => {
  const page = await freshPage();
  await page.signIn(entered(profile, "t"));
  expect(JSON.parse(stored.get("profile") ?? "")).not.toHaveProperty("isValidated");
  page.changeProfile({ name: "Ana B", isValidated: true } as never);
  expect(JSON.parse(stored.get("profile") ?? "")).toMatchObject({ id: 7, name: "Ana B" });
  expect(stored.get("profile")).not.toContain("isValidated");
  stored.set("profile", JSON.stringify(profile));
  expect((await freshPage()).currentSession()?.profile).not.toHaveProperty("isValidated");
});

test("a stored profile that is broken leads to sign-in, not to a page that cannot show it", async () => {
  const { name: _, ...nameless } = profile;
  for (const broken of [
    {},
    [],
    7,
    "profile",
    null,
    nameless,
    { ...profile, id: "7" },
    { ...profile, preferences: null },
  ]) {
    elsewhere({ id: 7 });
    stored.set("profile", JSON.stringify(broken));
    expect((await freshPage()).currentSession(), JSON.stringify(broken)).toBeNull();
  }
});

test("after a forced sign-out nothing of the person is left, also where an answer comes late", async () => {
  const page = await freshPage();
  await page.signIn(entered(profile, "t"));
  page.setCompanies([company as never]);
  page.selectCompany(3);
  page.writeStored("portfolio", { totalInvested: 1 });
  page.forgetSession();
  await vi.waitFor(() => expect([...stored.keys()]).toEqual([]));
  page.setCompanies([company as never]);
  page.writeStored("portfolio", { totalInvested: 1 });
  page.writeStored("rates", []);
  page.writeKept(7, "portico.form.user:7", "late");
  expect([...stored.keys()]).toEqual([]);
});

test("a company that is no longer the person's is told once, and is no longer acted for", async () => {
  const page = await freshPage();
  await page.signIn(entered(profile, "t"));
  expect(page.setCompanies([company as never])).toBeUndefined();
  page.selectCompany(3);
  expect(page.setCompanies([company as never])).toBeUndefined();
  expect(page.setCompanies([])).toMatchObject({ id: 3 });
  expect(page.setCompanies([])).toBeUndefined();
  expect(stored.has("activeCompID")).toBe(false);
});

test("switching the account in another tab changes neither this tab nor what is typed in it", async () => {
  const page = await freshPage();
  await page.signIn(entered(profile, "t"));
  page.setCompanies([company as never, { ...company, id: 4 } as never]);
  expect(page.selectCompany(3)).toBe(false);
  stored.set("activeCompID", "4");
  page.hear("activeCompID");
  expect(page.selectCompany(3)).toBe(false);
  // A newer list does not undo the other tab's choice, and a reload keeps this tab's.
  page.setCompanies([company as never, { ...company, id: 4 } as never]);
  expect(stored.get("activeCompID")).toBe("4");
  page.selectCompany(null);
  stored.set("activeCompID", "4");
  expect((await freshPage()).selectCompany(null)).toBe(false);
  // A new tab goes on where the last choice was made.
  storedInTab.clear();
  expect((await freshPage()).selectCompany(4)).toBe(false);
});

test("what lies unsaved in a tab waits for its writer, and another who signs in there finds none of it", async () => {
  const page = await freshPage();
  await page.signIn(entered(profile, "t"));
  storedInTab.set(draft, "{}");
  page.forgetSession();
  await page.signIn(entered(profile, "u"));
  expect(storedInTab.get(draft)).toBe("{}");
  page.forgetSession();
  await page.signIn(entered({ ...profile, id: 8 }, "v"));
  expect(storedInTab.has(draft)).toBe(false);
});

test("what lies unsaved in a tab that was opened by its address waits for its writer", async () => {
  elsewhere({ id: 7 });
  const page = await freshPage();
  storedInTab.set(draft, "{}");
  page.forgetSession();
  await page.signIn(entered(profile, "u"));
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
  await page.signIn(entered({ ...profile, id: 8 }, "v"));
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
