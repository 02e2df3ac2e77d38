/** People for the tests: new ones, colleagues, and the demo's staff. */
import { randomUUID } from "node:crypto";
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import { waitForCode } from "./portal.ts";
import { type BrowserSession, type Credentials, newBrowser, signIn } from "./sessions.ts";

let office: ReturnType<typeof signIn> | undefined;
/** A member of staff per worker, signed in once as a program. */
export const signInAsOffice = (worker: number): ReturnType<typeof signIn> =>
  (office ??= signIn({ email: officeOf(worker) }));

export interface Person {
  id: number;
  email: string;
  password: string;
  client: Client<Api>;
  /** The session of `client`, for a browser too. */
  session: BrowserSession;
}

/** A new person for one test: registered, address confirmed, signed in. */
export async function newPerson(name = "Test Person"): Promise<Person> {
  const email = `person-${randomUUID()}@mail.example`;
  const password = "a calm harbour in winter";
  const browser = newBrowser();
  const since = new Date();
  await browser.client.sessions.register({
    body: { name, email, phone: "+359888123456", password, language: "en" },
  });
  const code = await waitForCode(email, since);
  const session = browser.opened(await browser.client.sessions.verify({ body: { email, code } }));
  return { id: session.id, email, password, client: session.client, session };
}

let admin: ReturnType<typeof signIn> | undefined;
/** A new member of staff for one test, not signed in yet. */
export async function newStaff(name: string): Promise<Credentials> {
  admin ??= signIn({ email: "admin@portico.example" });
  const [{ client }, { id, email, password }] = [await admin, await newPerson(name)];
  await client.users.setRole({ params: { id }, body: { role: "office" } });
  return { email, password };
}

/** The demo's member of staff whose codes only this worker requests. */
export const officeOf = (worker: number): string =>
  worker % 2 === 0 ? "office@portico.example" : "admin@portico.example";
