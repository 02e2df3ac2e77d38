/** In the demo itself: who can be looked at, signing in as one of them, and the mails that nobody receives. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { demoPortal } from "@portico/api/demo-portal.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { mailFolder } from "../../adapters/mail/delivery.ts";
import type { Http } from "../../http/handlers.ts";
import type { Context, Demo } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { locateOrigin } from "../analytics/analytics.ts";
import { completeSignIn, findUserByEmail, openSession } from "../sessions/sign-in/complete-sign-in.ts";

type Seen = Answer<(typeof demoPortal)["look"]>;

const newestMails = 20;
const mailTextLength = 2000;

/** In the firm's own portal there is no such thing. */
function requireDemo({ demo }: Context): Demo {
  if (!demo) throw new Refusal("notFound");
  return demo;
}

async function readMail(folder: string, name: string): Promise<Seen["mails"][number]> {
  const { simpleParser } = await import("mailparser");
  const { to, subject, text } = await simpleParser(await readFile(join(folder, name)));
  const receivers = [to ?? []].flat().map((list) => list.text);
  return {
    // Files are called after the time.
    at: new Date(Number.parseInt(name, 10)).toISOString(),
    to: receivers.join(", "),
    subject: subject ?? "",
    text: (text ?? "").slice(0, mailTextLength),
  };
}

async function listMails(folder: string): Promise<Seen["mails"]> {
  // Nobody was mailed yet.
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const newest = names
    .filter((name) => /^\d+-.+\.eml$/.test(name))
    .toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))
    .slice(0, newestMails);
  return Promise.all(newest.map((name) => readMail(folder, name)));
}

export async function lookAtDemo(context: Context): Promise<Seen> {
  const { password, people } = requireDemo(context);
  return { password, people: [...people], mails: await listMails(mailFolder(context.config.dataDir)) };
}

/** Whoever reached the demo has its key; a second proof would guard nothing. `notFound` for others than its people. */
export async function enterDemo(context: Context, http: Http, email: string) {
  const { people } = requireDemo(context);
  const origin = await locateOrigin(context.geography, context.caller.address, context.caller.userAgent);
  const opened = await transact(context, async (tx) => {
    const user = people.some((person) => person.email === email) ? await findUserByEmail(tx, email) : undefined;
    if (!user) throw new Refusal("notFound");
    if (user.disabled) throw new Refusal("accountDisabled");
    return openSession(tx, context, http, { user, factor: "mail", origin });
  });
  return completeSignIn(context, opened);
}
