/** ClamAV: that it answers, finds the test file of virus scanners, and has signatures of these days. */
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import { eicar } from "../adapters/antivirus/antivirus.ts";
import { askClamd, scanByClamd } from "../adapters/antivirus/clamd.ts";
import { type CheckParts, dayOf, daysBetween, found, messageOf, withDetail } from "./check.ts";

/** New ones come every day; a weekend without is no fault. */
const oldDays = 7;

/** The day of the signatures in `ClamAV 1.4.1/27480/Sun Nov 29 09:35:27 2026`; undefined if none are loaded. */
function signatureDay(version: string): Date | undefined {
  const [, , text = ""] = version.split("/");
  const at = new Date(`${text.trim()} UTC`);
  return text.trim() === "" || Number.isNaN(at.getTime()) ? undefined : at;
}

export async function checkVirusScan({ config: { clamdUrl }, now }: CheckParts): Promise<Finding[]> {
  if (clamdUrl === undefined) return [found("clamdUnused")];
  const away = (why: string): Finding[] => [withDetail(found("clamdAway", { url: clamdUrl }), why)];
  let version: string;
  try {
    const pong = await askClamd(clamdUrl, "PING");
    if (pong !== "PONG") return away(pong === "" ? "no answer to PING" : pong);
    version = await askClamd(clamdUrl, "VERSION");
  } catch (error) {
    return away(messageOf(error));
  }
  const verdict = await scanByClamd(clamdUrl, eicar);
  if (verdict.kind === "unreachable") return away(verdict.why);
  const faults: Finding[] = verdict.kind === "clean" ? [found("clamdBlind")] : [];
  const day = signatureDay(version);
  if (!day) return [...faults, found("clamdUndated", { version })];
  const days = daysBetween(day, now());
  if (days > oldDays) faults.push(found("clamdOld", { day: dayOf(day), days: String(days) }));
  return faults.length > 0 ? faults : [found("clamdRight", { day: dayOf(day) })];
}
