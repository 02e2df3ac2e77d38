/** Signing in: as a program, in a browser with the page's calls, and by hand. */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { type Api, api } from "@portico/api";
import { type ApiRequest, type Client, createClient } from "@portico/api/client.ts";
import { userData } from "@portico/api/users.ts";
import { hydrated } from "./page-checks.ts";
import { apiUrl, portalUrl, runFolder, waitForCode } from "./portal.ts";
import { emptyDocumentOf } from "./shared-page.ts";

export const demoPassword = "quiet-harbour-at-dawn";

export interface Credentials {
  email: string;
  password?: string;
  /** The code of an authenticator app, for a person who has one. */
  appCode?: () => Promise<string>;
}

type Cookies = Map<string, string>;

/** Calls with a token, to the portal under test or another; cookies are kept and sent back. */
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

/** One at a time, across workers: two tests that request a code for one account would take each other's. */
export async function alone<Result>(email: string, enter: () => Promise<Result>): Promise<Result> {
  const lock = join(runFolder, `signing-in-${email}`);
  // After that time, the lock was left by a stopped test.
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

/** A session to give to a browser: the portal's answer and its cookies. */
export interface BrowserSession {
  id: number;
  client: Client<Api>;
  verified: Verified;
  cookies: Cookies;
}

/** The calls of a new browser, without a page. */
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

/** A person's session as a program: password, then the mailed code. */
export const signIn = ({ email, password = demoPassword }: Credentials, base = apiUrl) =>
  alone(email, async (): Promise<{ id: number; client: Client<Api> }> => {
    const { sessions } = anonymousAt(base);
    const since = new Date();
    const { challenge } = await sessions.login({ body: { email, password } });
    const code = await waitForCode(email, since);
    const { token, userData } = await sessions.verify({ body: { email, code, challenge } });
    return { id: userData.id, client: createClient(api, call(token, base)) };
  });

const beginSession = ({ email, password = demoPassword, appCode }: Credentials, base = apiUrl) =>
  alone(email, async (): Promise<BrowserSession> => {
    const { client, opened } = newBrowser(base);
    const since = new Date();
    await client.sessions.login({ body: { email, password } });
    const code = await (appCode?.() ?? waitForCode(email, since));
    return opened(await client.sessions.verify({ body: { email, code } }));
  });

const sessionsOfWorker = new Map<string, Promise<BrowserSession>>();

/** A demo person's browser session, started once per worker, for tests about something else. */
function sessionOfWorker(credentials: Credentials): Promise<BrowserSession> {
  const session = sessionsOfWorker.get(credentials.email) ?? beginSession(credentials);
  sessionsOfWorker.set(credentials.email, session);
  return session;
}

/** Gives the page's browser a session without loading a page. The page stays empty, at the portal's address. */
async function giveSession(page: Page, { id, client, verified, cookies }: BrowserSession, url: string): Promise<void> {
  const attributes = { url: url.replace("http:", "https:"), httpOnly: true, secure: true, sameSite: "Strict" } as const;
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, ...attributes })));
  // Without a route: that would empty the browser's cache.
  await page.goto(emptyDocumentOf(url));
  // The current values, which may have changed since sign-in.
  const now = await client.users.get({ params: { id } });
  const { isValidated: _, ...profile } = { ...verified.userData, ...userData.parse(now) };
  await page.evaluate(
    (entries) => Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value))),
    {
      profile,
      token: verified.token,
      tokenExpiry: verified.expiry,
      "portico.seal": { user: id, key: verified.deviceKey },
    },
  );
}

/**
 * Signs a person in, in the page's browser, for tests about something else: a demo person in a session shared by the
 * worker's tests, a new person in that of their `client`.
 */
export async function signInByCalls(page: Page, who: Credentials & { session?: BrowserSession }): Promise<void> {
  await giveSession(page, who.session ?? (await sessionOfWorker(who)), portalUrl);
}

/** The same in a new session: for tests between two sessions, or at another portal. */
export async function signInAnew(page: Page, who: Credentials, url = portalUrl, base = apiUrl): Promise<void> {
  await giveSession(page, await beginSession(who, base), url);
}

/** Signs in on the page: password, then the mailed code. */
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
