/** Rules of webhooks: what counts as delivered, when a message is tried again, and in what state an endpoint is. */
import { type AttemptFailure, type EndpointState, webhookLimits } from "@portico/api/rules/webhooks.ts";

const hourMs = 3_600_000;
/** The last one is repeated. */
const pausesSeconds = [5, 60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 28_800, 43_200] as const;

/**
 * When a message is tried again that failed for the `tries`th time: after growing pauses, which `random` (0 to 1) moves by a
 * tenth, so that the messages of an endpoint do not come all at once; not before `notBefore`. Null if its time is over.
 */
export function nextTry(
  { tries, since, now, notBefore }: { tries: number; since: Date; now: Date; notBefore: Date | null },
  random: number,
): Date | null {
  const end = since.getTime() + webhookLimits.triedHours * hourMs;
  if (now.getTime() >= end) return null;
  const seconds = pausesSeconds[Math.min(tries, pausesSeconds.length) - 1] ?? pausesSeconds[0];
  const wanted = Math.max(now.getTime() + seconds * 1000, notBefore?.getTime() ?? 0) - now.getTime();
  return new Date(Math.min(now.getTime() + wanted * (notBefore === null ? 0.9 + random / 5 : 1 + random / 10), end));
}

/** A receiver may ask for that much; what it asks beyond is not known to be meant. */
const longestAskedSeconds = 43_200;

/**
 * Until when a receiver that is busy or away asks not to be called (Retry-After of RFC 9110, section 10.2.3: seconds or a date); null
 * without such a wish.
 */
export function askedPause(status: number, retryAfter: string | undefined, now: Date): Date | null {
  if (retryAfter === undefined || (status !== 429 && status !== 503)) return null;
  const text = retryAfter.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  if (!(seconds > 0)) return null;
  return new Date(now.getTime() + Math.min(seconds, longestAskedSeconds) * 1000);
}

/** Why an answer does not count as received; null if it does. */
export function failureOf(status: number): AttemptFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return "gone";
  return status >= 300 && status < 400 ? "redirect" : "refused";
}

/** Whether an endpoint that has failed since then is disabled. */
export const isGivenUpOn = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= webhookLimits.failingDays * 24 * hourMs;

interface Facts {
  hasSecret: boolean;
  paused_at: Date | null;
  disabled_at: Date | null;
}

export function stateOf({ hasSecret, paused_at, disabled_at }: Facts): EndpointState {
  if (!hasSecret) return "noSecret";
  if (disabled_at !== null) return "disabled";
  return paused_at === null ? "active" : "paused";
}

/** When the secret before stops signing. */
export const rotationEnd = (now: Date): Date => new Date(now.getTime() + webhookLimits.rotationHours * hourMs);
