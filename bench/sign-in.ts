/** Signs a client of the demo in, in a browser, as the client would. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";
import { simpleParser } from "mailparser";

/** Of every account of the demo. */
const password = "quiet-harbour-at-dawn";

/** The newest code mailed since then. The portal writes its mails into its data folder. */
async function mailedCode(dataDir: string, since: number): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    for (const name of await readdir(join(dataDir, "mail")).catch(() => [])) {
      const mail = await simpleParser(await readFile(join(dataDir, "mail", name)));
      const code = /^(\d{3})\s?(\d{3})$/m.exec(mail.text ?? "");
      if (code && (mail.date?.getTime() ?? 0) >= since) return `${code[1]}${code[2]}`;
    }
    await pause(50);
  }
  throw new Error("no code was mailed");
}

/** Signs a client of the demo in; the session stays in the context. */
export async function signIn(
  context: BrowserContext,
  { base, dataDir, email }: { base: string; dataDir: string; email: string },
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${base}/en/login`);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.locator("input[type=email]").fill(email);
  await page.locator("input[type=password]").fill(password);
  // A mail's date has no milliseconds.
  const since = Math.floor(Date.now() / 1000) * 1000;
  await page.keyboard.press("Enter");
  const code = page.locator("input[autocomplete=one-time-code]");
  await code.waitFor();
  await code.fill(await mailedCode(dataDir, since));
  await page.waitForURL(/dashboard/);
  await page.waitForLoadState("networkidle");
  await page.close();
}
