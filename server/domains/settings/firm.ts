/** The firm as its mails show it. */
import { nearestReadable } from "@portico/api/rules/brand-colours.ts";
import type { Firm } from "../../adapters/mail/template.ts";
import type { Services } from "../../kernel/context.ts";
import { readLogo } from "./logo.ts";
import { getSettings } from "./settings.ts";

/** Name, logo, time zone and own texts. */
export async function readFirm({ db, files, log }: Pick<Services, "db" | "files" | "log">): Promise<Firm> {
  const [[{ name, supportEmail, accent }, { timeZone }, { texts }], logo] = await Promise.all([
    getSettings(db, ["brand", "portalRules", "mailTexts"]),
    // A mail with a code is sent without the logo rather than not at all.
    readLogo({ db, files }).catch((error: unknown) => {
      log.error({ err: error }, "the logo cannot be read; mails go without it");
      return null;
    }),
  ]);
  // One that was saved before colours were checked is made readable.
  return { name, supportEmail, timeZone, logo, texts, accent: nearestReadable(accent.light, "light") };
}
