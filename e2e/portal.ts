/** Address of the portal under test, its demo people, and the mails it sent. */
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ParsedMail, simpleParser } from "mailparser";

export const port = Number(process.env.E2E_PORT ?? 3900);
export const apiPort = port + 1;
export const smtpPort = port + 2;
export const portalUrl = `http://localhost:${port}`;
export const apiUrl = `http://localhost:${apiPort}`;

const folder = join(tmpdir(), `portico-e2e-${port}`);
export const dataDir = join(folder, "data");
/** A copy of the data folder as the demo left it, for portals of a test's own. */
export const seededDir = join(folder, "seeded");
/** Every mail that arrived over SMTP, one file each. */
export const mailDir = join(folder, "mails");
export const runFolder = folder;

/** The newest mail to an address after `since` that contains these words; waits up to 15 s. */
export async function waitForMail(to: string, since: Date, words = /(?:)/): Promise<ParsedMail> {
  for (let tries = 0; tries < 500; tries++) {
    for (const name of (await readdir(mailDir)).toSorted().toReversed()) {
      // File names are arrival times.
      if (Number.parseInt(name, 10) < since.getTime()) break;
      const mail = await simpleParser(await readFile(join(mailDir, name)));
      const receivers = [mail.to ?? []].flat().flatMap((list) => list.value.map((one) => one.address));
      if (receivers.includes(to) && words.test(mail.text ?? "")) return mail;
    }
    await pause(30);
  }
  throw new Error(`no mail to ${to} within 15 s`);
}

/** The six digits of the newest mailed code. */
export async function waitForCode(to: string, since: Date): Promise<string> {
  const digits = /^(\d{3})[\s\u00a0]?(\d{3})$/m;
  const code = digits.exec((await waitForMail(to, since, digits)).text ?? "");
  if (!code) throw new Error(`no code in the mail to ${to}`);
  return `${code[1]}${code[2]}`;
}
