/** Calls that the document sends before the scripts are there (web/app/shell/calls/early-calls.ts). */
import { expect, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { hydrated, watchFaults } from "./page-checks.ts";
import { newPerson } from "./people.ts";
import { signInByCalls } from "./sessions.ts";

const t = textIn("en");

interface Sent {
  /** Paths that the document asked for before any script had run. */
  early: string[];
  /** Every path that was asked for, once per request. */
  asked: string[];
}

/** Opens a page whose socket never connects, since a connection makes the page ask again. */
async function opened(page: Page, path: string, settled: () => Promise<void>): Promise<Sent> {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search, searchParams } = new URL(request.url());
    // Small calls are read by one.
    if (pathname === "/api/together")
      asked.push(...(searchParams.get("paths") ?? "").split(",").map((path) => `/api${path}`));
    else if (pathname.startsWith("/api/")) asked.push(pathname + search);
  });
  await page.routeWebSocket("**/socket.io/**", () => undefined);
  await page.addInitScript(() =>
    addEventListener(
      "readystatechange",
      () => {
        Object.assign(globalThis, { sentFirst: [...(globalThis.earlyCalls?.keys() ?? [])] });
      },
      { once: true, capture: true },
    ),
  );
  await page.goto(path);
  await hydrated(page);
  await settled();
  const early = await page.evaluate(() => (globalThis as { sentFirst?: string[] }).sentFirst ?? []);
  return { early, asked };
}

const untaken = (page: Page) => page.evaluate(() => [...(globalThis.earlyCalls?.keys() ?? [])]);

for (const path of ["/en/dashboard", "/en/portfolio"])
  test(`each call that ${path} sends early is used and sent once`, async ({ page }) => {
    const faults = watchFaults(page);
    await signInByCalls(page, { email: "anna@portico.example" });
    const { early, asked } = await opened(page, path, () =>
      expect(page.getByText("Apple Inc.").first()).toBeAttached(),
    );
    expect(early.length).toBeGreaterThanOrEqual(5);
    expect(early.some((each) => each.endsWith("/customer-portfolio"))).toBe(true);
    // Those of days follow the portfolio's answer.
    const ofDays =
      path === "/en/dashboard" ? /\/(performance|customer-transactions|customer-orders)\// : /\/performance\//;
    const followed = asked.filter((each) => ofDays.test(each));
    expect(followed.toSorted()).toEqual([...new Set(followed)].toSorted());
    expect(followed).toHaveLength(path === "/en/dashboard" ? 3 : 1);
    await expect.poll(() => untaken(page)).toEqual([]);
    for (const each of early)
      expect(
        asked.filter((one) => one === each),
        each,
      ).toHaveLength(1);
    expect(faults).toEqual([]);
  });

test("every other page of a client uses what its document sends early", async ({ page }) => {
  await signInByCalls(page, { email: "anna@portico.example" });
  for (const path of ["documents", "contracts", "tickets", "chat", "money", "notifications", "profile", "form/KYC"]) {
    await page.goto(`/en/${path}`);
    await hydrated(page);
    expect(await page.evaluate(() => globalThis.earlyCalls !== undefined), path).toBe(true);
    await expect.poll(() => untaken(page), path).toEqual([]);
  }
});

test("for a company without a client number they are the company's, and its portfolio is not asked for", async ({
  page,
}) => {
  const faults = watchFaults(page);
  const person = await newPerson();
  const { id } = await person.client.companies.create({ params: { userId: person.id }, body: {} });
  await signInByCalls(page, person);
  await page.goto(`/en/dashboard?company=${id}`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("activeCompID"))).toBe(String(id));
  const { early } = await opened(page, "/en/dashboard", () =>
    expect(page.getByRole("heading", { name: t("dashboard.needs.title") })).toBeVisible(),
  );
  expect(early).toContain(`/api/form/company/${id}/companyKYC/standing`);
  expect(early.filter((each) => /portfolio|\/user\/\d+\/KYC/.test(each))).toEqual([]);
  await expect.poll(() => untaken(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test("nothing is sent early for a company that this browser does not know, or by nobody", async ({ page }) => {
  const person = await newPerson();
  await page.goto("/en/login");
  const calls = () => page.evaluate(() => globalThis.earlyCalls?.size);
  expect(await calls()).toBeUndefined();
  await signInByCalls(page, person);
  await page.goto("/en/dashboard?company=999999999");
  expect(await calls()).toBeUndefined();
  await page.goto("/en/dashboard?company=0");
  expect(await calls()).toBeDefined();
  await page.goto("/en/dashboard");
  expect(await calls()).toBeDefined();
});
