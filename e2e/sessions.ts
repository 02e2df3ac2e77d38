/** Signing in: as a program, in a browser by the same calls as the page, and by hand. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { type Api, api } from "@portico/api";
import { type ApiRequest, type Client, createClient } from "@portico/api/client.ts";
import { userData } from "@portico/api/users.ts";
import { hydrated } from "./page-checks.ts";
import { apiUrl, portalUrl, runFolder, waitForCode } from "./portal.ts";

export const demoPassword = "quiet-harbour-at-dawn";

export interface Credentials {
  email: string;
  password?: string;
}

type Cookies = Map<string, string>;

/** Calls with a token, at the portal under test or at another; what the portal sets as cookies is kept and sent back. */
export const call =
  (token: string | null, base = apiUrl, cookies: Cookies = new Map()) =>
  async ({ method, path, body }: ApiRequest, headers: Record<string, string> = {}): Promise<unknown> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };

export const anonymousAt = (base: string): Client<Api> => createClient(api, call(null, base));
export const anonymous: Client<Api> = anonymousAt(apiUrl);

/** One after the other, in all workers: two who ask for a code of the same account at once would take each other's. */
async function alone<Result>(email: string, enter: () => Promise<Result>): Promise<Result> {
  const lock = join(runFolder, `signing-in-${email}`);
  // Beyond that time a test that was ended has left it behind.
  for (let tries = 0; tries < 600; tries++) {
    const taken = await mkdir(lock).catch(() => "taken");
    if (taken !== "taken") break;
    await pause(50);
  }
  try {
    return await enter();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

type Verified = Awaited<ReturnType<(typeof anonymous)["sessions"]["verify"]>>;

/** A session that a browser can be given: what the portal answered, and its cookies. */
export interface BrowserSession {
  id: number;
  client: Client<Api>;
  verified: Verified;
  cookies: Cookies;
}

/** The calls of a browser that has begun nothing yet, from outside of any page. */
export function newBrowser(base = apiUrl): { client: Client<Api>; opened: (verified: Verified) => BrowserSession } {
  const cookies: Cookies = new Map();
  const anybody = call(null, base, cookies);
  return {
    client: createClient(api, (request) => anybody(request, { "sec-fetch-site": "same-origin" })),
    opened: (verified) => ({
      id: verified.userData.id,
      client: createClient(api, call(verified.token, base, cookies)),
      verified,
      cookies,
    }),
  };
}

/** A program's session of a person: password, then the mailed code. */
export const signIn = ({ email, password = demoPassword }: Credentials, base = apiUrl) =>
  alone(email, async (): Promise<{ id: number; client: Client<Api> }> => {
    const { sessions } = anonymousAt(base);
    const since = new Date();
    const { challenge } = await sessions.login({ body: { email, password } });
    const code = await waitForCode(email, since);
    const { token, userData } = await sessions.verify({ body: { email, code, challenge } });
    return { id: userData.id, client: createClient(api, call(token, base)) };
  });

const beginSession = ({ email, password = demoPassword }: Credentials, base = apiUrl) =>
  alone(email, async (): Promise<BrowserSession> => {
    const { client, opened } = newBrowser(base);
    const since = new Date();
    await client.sessions.login({ body: { email, password } });
    return opened(await client.sessions.verify({ body: { email, code: await waitForCode(email, since) } }));
  });

const sessionsOfWorker = new Map<string, Promise<BrowserSession>>();

/** A demo person's session in a browser, begun once in this worker: for tests that are about something else than sessions. */
function sessionOfWorker(credentials: Credentials): Promise<BrowserSession> {
  const session = sessionsOfWorker.get(credentials.email) ?? beginSession(credentials);
  sessionsOfWorker.set(credentials.email, session);
  return session;
}

/** Gives the page's browser a session, without drawing any page. The page is left empty, at the portal's address. */
async function giveSession(page: Page, { id, client, verified, cookies }: BrowserSession, url: string): Promise<void> {
  const attributes = { url: url.replace("http:", "https:"), httpOnly: true, secure: true, sameSite: "Strict" } as const;
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, ...attributes })));
  const empty = `${url}/empty`;
  await page.route(empty, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  await page.goto(empty);
  await page.unroute(empty);
  // As they are now, which is not always as they were at signing in.
  const now = await client.users.get({ params: { id } });
  const { isValidated: _, ...profile } = { ...verified.userData, ...userData.parse(now) };
  await page.evaluate(
    (entries) => Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value))),
    { profile, token: verified.token, tokenExpiry: verified.expiry },
  );
}

/**
 * Somebody signed in in the page's browser, for tests about something else: a demo person in a session that the worker's tests
 * share, a new person in the one of their `client`.
 */
export async function signInByCalls(page: Page, who: Credentials & { session?: BrowserSession }): Promise<void> {
  await giveSession(page, who.session ?? (await sessionOfWorker(who)), portalUrl);
}

/** The same in a session of its own: for what happens between two sessions, or at another portal. */
export async function signInAnew(page: Page, who: Credentials, url = portalUrl, base = apiUrl): Promise<void> {
  await giveSession(page, await beginSession(who, base), url);
}

/** Signs in by the page: password, then the mailed code. */
export async function signInByPage(
  page: Page,
  { email, password = demoPassword }: Credentials,
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
