/** What people of the tests do again and again: sign in as demo staff over the API, watch a page for faults. */
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { type Api, api } from "@portico/api";
import { type ApiRequest, type Client, createClient } from "@portico/api/client.ts";
import { apiUrl, runFolder, waitForCode } from "./portal.ts";

export const demoPassword = "quiet-harbour-at-dawn";

/** Calls of a program with a token, at the portal under test or at another. */
export const call =
  (token: string | null, base = apiUrl) =>
  async ({ method, path, body }: ApiRequest): Promise<unknown> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
export const anonymous: Client<Api> = createClient(api, call(null));

/** One after the other, in all workers: two who ask for a code of the same account at once would take each other's. */
async function alone<Result>(email: string, enter: () => Promise<Result>): Promise<Result> {
  const lock = join(runFolder, `signing-in-${email}`);
  // Beyond that time a test that was ended has left it behind.
  for (let tries = 0; tries < 300; tries++) {
    const taken = await mkdir(lock).catch(() => "taken");
    if (taken !== "taken") break;
    await pause(100);
  }
  try {
    return await enter();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

/** A program's session of a person: password, then the mailed code. */
export const signIn = (email: string, password = demoPassword): Promise<{ id: number; client: Client<Api> }> =>
  alone(email, () => enterAsProgram(email, password));

async function enterAsProgram(email: string, password: string): Promise<{ id: number; client: Client<Api> }> {
  const since = new Date();
  const { challenge } = await anonymous.sessions.login({ body: { email, password } });
  const code = await waitForCode(email, since);
  const { token, userData } = await anonymous.sessions.verify({ body: { email, code, challenge } });
  return { id: userData.id, client: createClient(api, call(token)) };
}

let office: ReturnType<typeof signIn> | undefined;
/** A member of staff per worker, signed in once: two who ask for a code of the same account would take each other's. */
export const signInAsOffice = (worker: number): ReturnType<typeof signIn> => (office ??= signIn(officeOf(worker)));

export interface Person {
  id: number;
  email: string;
  password: string;
  client: Client<Api>;
}

/** A person of the test's own: registered, address confirmed, signed in as a program. */
export async function newPerson(name = "Test Person"): Promise<Person> {
  const email = `person-${randomUUID()}@mail.example`;
  const password = "a calm harbour in winter";
  const since = new Date();
  const { challenge } = await anonymous.sessions.register({
    body: { name, email, phone: "+359888123456", password, language: "en" },
  });
  const code = await waitForCode(email, since);
  const { token, userData } = await anonymous.sessions.verify({ body: { email, code, challenge } });
  return { id: userData.id, email, password, client: createClient(api, call(token)) };
}

let admin: ReturnType<typeof signIn> | undefined;
/** A member of staff of the test's own: nobody else asks for their codes. */
export async function newStaff(name: string): Promise<Person> {
  admin ??= signIn("admin@portico.example");
  const [{ client }, person] = [await admin, await newPerson(name)];
  await client.users.setRole({ params: { id: person.id }, body: { role: "office" } });
  return person;
}

/** Signs in by the page: password, then the mailed code. */
export async function signInByPage(
  page: Page,
  { email, password = demoPassword }: { email: string; password?: string },
  language = "en",
): Promise<void> {
  await page.goto(`/${language}/login`);
  await hydrated(page);
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill(password);
  await alone(email, async () => {
    const since = new Date();
    await page.keyboard.press("Enter");
    const boxes = page.locator('input[autocomplete="one-time-code"]');
    await boxes.waitFor();
    await boxes.fill(await waitForCode(email, since));
    await page.waitForURL(/dashboard|admin/);
  });
}

/**
 * Begins a session in the page's browser by the same calls as the sign-in page, without drawing any page: for tests about something
 * else. The page is left empty, at the portal's address.
 */
export async function signInByCalls(
  page: Page,
  { email, password = demoPassword }: { email: string; password?: string },
): Promise<void> {
  await page.route("**/empty", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  await page.goto("/empty");
  await page.unroute("**/empty");
  const { sessions } = createClient(api, ({ method, path, body }) =>
    page.evaluate(
      async ([address, init]) => {
        const answer = await fetch(address, { ...init, headers: { "content-type": "application/json" } });
        if (!answer.ok) throw new Error(`${init.method} ${address}: ${answer.status} ${await answer.text()}`);
        return answer.json();
      },
      [`/api${path}`, { method, body: JSON.stringify(body) }] as const,
    ),
  );
  const { userData, token, expiry } = await alone(email, async () => {
    const since = new Date();
    await sessions.login({ body: { email, password } });
    return sessions.verify({ body: { email, code: await waitForCode(email, since) } });
  });
  const { isValidated: _, ...profile } = userData;
  await page.evaluate(
    (entries) => Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value))),
    { profile, token, tokenExpiry: expiry },
  );
}

/** The demo's member of staff whose codes this worker alone asks for. */
export const officeOf = (worker: number): string =>
  worker % 2 === 0 ? "office@portico.example" : "admin@portico.example";

/**
 * Collects what must never show in the console of an ordinary visit: errors, refused calls, policy violations, hydration
 * faults. `refusals` are those that the test asks for, as method, path and status. A custodian that is away is no fault.
 */
export function watchFaults(page: Page, refusals: readonly RegExp[] = []): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("response", (answer) => {
    const said = `${answer.request().method()} ${new URL(answer.url()).pathname} ${answer.status()}`;
    const isRefusal = answer.status() >= 400 && answer.status() < 500;
    if (isRefusal && !refusals.some((expected) => expected.test(said))) faults.push(said);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of (4\d\d|503|504)/.test(message.text())) faults.push(message.text());
  });
  return faults;
}

/** The page is alive: clicks before that are lost. */
export const hydrated = (page: Page): Promise<void> =>
  page.locator("html[data-hydrated]").waitFor({ state: "attached" });

/** No key without its wording, which would show itself. */
export async function expectWorded(page: Page): Promise<void> {
  const text = await page.locator("body").innerText();
  expect(
    text.match(
      /\b(shell|users|sessions|portfolios|admin|imports|ui|error|field|dashboard|forms|companies|onboarding|notifications)\.[a-z]\w*\.\w+/,
    ),
  ).toBeNull();
}

/** No finding of axe on what is shown now: by every rule, or by those that are named. */
export async function expectAccessible(page: Page, rules: string[] = []): Promise<void> {
  // A page that is just being drawn has neither title nor heading yet.
  await hydrated(page);
  await page.locator("h1").first().waitFor({ state: "attached" });
  // Colours that are on their way, from light to dark say, are no colours of the page's.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getComputedTiming().endTime === Infinity),
  );
  const axe = new AxeBuilder({ page });
  // Off by default in axe: who speaks to the page says what is written there, and whoever touches it hits what they mean.
  const every = axe.options({
    rules: { "label-content-name-mismatch": { enabled: true }, "target-size": { enabled: true } },
  });
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : every).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`),
  ).toEqual([]);
}
