/** The certificate of the firm's seal, and a real time stamp of the service, checked as in a seal. */
import { randomBytes, X509Certificate } from "node:crypto";
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import { readConfiguredKey, readTimestampService } from "../seal/configured-key.ts";
import { daysBeforeExpiry } from "../seal/own-keys.ts";
import { fetchTimestamp, TimestampFailed, type TimestampFault } from "../seal/timestamp.ts";
import { type CheckParts, dayOf, daysBetween, found, messageOf, withDetail } from "./check.ts";

const words: Record<TimestampFault, string> = {
  away: "no connection, or an error of HTTP",
  slow: "no answer in time",
  refused: "the service refuses",
  answer: "the answer is no time stamp",
  imprint: "the stamp is for something else",
  nonce: "the stamp is for another request",
  policy: "not the policy of TIMESTAMP_POLICY",
  usage: "the service's certificate is not for time stamps alone",
  signature: "the signature is wrong",
  authority: "the service's certificate comes from no authority in TIMESTAMP_CERTIFICATES, or was not valid",
  time: "the stated time differs from this machine's",
};

async function checkSeal({ config, now }: CheckParts): Promise<Finding[]> {
  try {
    const key = await readConfiguredKey(config);
    if (!key) return [];
    const until = new Date(new X509Certificate(key.certificate).validTo);
    const days = daysBetween(now(), until);
    if (days < 0) return [withDetail(found("sealWrong"), `it ended on ${dayOf(until)}`)];
    return days < daysBeforeExpiry ? [found("sealSoon", { day: dayOf(until), days: String(days) })] : [];
  } catch (error) {
    return [withDetail(found("sealWrong"), messageOf(error))];
  }
}

async function checkService({ config: { timestamp }, now }: CheckParts): Promise<Finding[]> {
  if (!timestamp) return [found("timestampUnused")];
  const { host } = new URL(timestamp.url);
  try {
    const service = await readTimestampService(timestamp);
    if (service) await fetchTimestamp(randomBytes(32), service, { now, timeoutMs: 8000 });
    return [found("timestampRight", { host })];
  } catch (error) {
    const why = error instanceof TimestampFailed ? words[error.fault] : messageOf(error);
    const cause = error instanceof TimestampFailed && error.cause !== undefined ? ` (${messageOf(error.cause)})` : "";
    return [withDetail(found("timestampWrong", { host }), why + cause)];
  }
}

export async function checkTimestamp(parts: CheckParts): Promise<Finding[]> {
  return (await Promise.all([checkService(parts), checkSeal(parts)])).flat();
}
