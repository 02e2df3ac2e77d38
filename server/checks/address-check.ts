/** The public address as a visitor finds it: name, certificate, that this installation answers, and whose address arrives. */
import { randomBytes } from "node:crypto";
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import type { InstallationAnswer } from "../http/installation.ts";
import { isOutside } from "../kernel/addresses.ts";
import { readFirmKey } from "../secrets/firm-key.ts";
import { isProved } from "../secrets/installation-proof.ts";
import { type CheckParts, dayOf, daysBetween, found, messageOf, withDetail } from "./check.ts";
import { listLiving } from "./living.ts";
import { type Answered, getSeen } from "./seen-from-outside.ts";

const soonDays = 21;
/** Of documentation (RFC 5737): nobody calls from it. */
const foreignAddress = "203.0.113.77";

const isThisMachine = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/i.test(host);

const certificateFaults: Record<string, "certificateExpired" | "certificateName" | "certificateChain"> = {
  CERT_HAS_EXPIRED: "certificateExpired",
  CERT_NOT_YET_VALID: "certificateExpired",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificateName",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificateChain",
};
const untrusted = new Set([
  "CERT_SIGNATURE_FAILURE",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);

function failure(error: unknown, url: URL): Finding {
  const { code = "" } = error as NodeJS.ErrnoException;
  const host = url.hostname;
  const finding =
    code === "ENOTFOUND"
      ? found("addressUnknown", { host })
      : certificateFaults[code]
        ? found(certificateFaults[code], { host })
        : untrusted.has(code)
          ? found("certificateUntrusted", { host })
          : found("addressAway", { url: url.origin });
  return withDetail(finding, code || messageOf(error));
}

function readAnswer({ status, body }: Answered): InstallationAnswer | undefined {
  if (status !== 200) return undefined;
  try {
    const answer = JSON.parse(body) as Partial<InstallationAnswer>;
    return typeof answer.proof === "string" ? (answer as InstallationAnswer) : undefined;
  } catch {
    return undefined;
  }
}

/** Whose answer it is; undefined where it is this installation's. */
async function findStranger(
  { config, database }: CheckParts,
  {
    url,
    answered,
    answer,
    challenge,
  }: { url: URL; answered: Answered; answer: InstallationAnswer | undefined; challenge: string },
): Promise<Finding | undefined> {
  const living = database.ask ? await listLiving(database.ask) : undefined;
  if (living?.length === 0) return found("addressStopped");
  const to = answered.location === undefined ? "" : ` → ${answered.location.split("?")[0]}`;
  const other = found("addressOther", { url: url.origin, status: `HTTP ${answered.status}${to}` });
  if (!answer) return other;
  const firmKey = await readFirmKey(config).catch(() => null);
  if (!firmKey || !living) return found("addressUnproved", { url: url.origin });
  return isProved(answer.proof, firmKey, living, challenge) ? undefined : other;
}

/** `forged` is what is seen of a call that claims to come from elsewhere. */
function proxyFaults(answer: InstallationAnswer, forged: InstallationAnswer | undefined): Finding[] {
  if (forged?.address === foreignAddress) return [found("proxyForged")];
  if (!answer.forwarded) return [found("proxySilent")];
  return answer.believed ? [] : [found("proxyDistrusted")];
}

function certificateSoon({ validTo }: Answered, host: string, now: Date): Finding[] {
  if (!validTo) return [];
  const days = daysBetween(now, validTo);
  return days < soonDays ? [found("certificateSoon", { host, day: dayOf(validTo), days: String(days) })] : [];
}

async function ask(parts: CheckParts, url: URL): Promise<Finding[]> {
  const challenge = randomBytes(32).toString("base64url");
  const to = new URL(`${apiOf(parts).replace(/(?<!\/)\/+$/, "")}/installation?challenge=${challenge}`);
  const answered = await getSeen(parts, to);
  const faults: Finding[] = isOutside(answered.address)
    ? []
    : [found("addressInside", { host: url.hostname, address: answered.address })];
  faults.push(...certificateSoon(answered, url.hostname, parts.now()));
  const answer = readAnswer(answered);
  const stranger = await findStranger(parts, { url, answered, answer, challenge });
  if (stranger) return [stranger, ...faults];
  if (answer) {
    const forged = await getSeen(parts, to, { "x-forwarded-for": foreignAddress });
    faults.push(...proxyFaults(answer, readAnswer(forged)));
  }
  if (!answered.hasHsts) faults.push(found("addressNoHsts", { url: url.origin }));
  if (faults.length > 0) return faults;
  return [found("addressRight", { url: url.origin, day: answered.validTo ? dayOf(answered.validTo) : "?" })];
}

/** Where browsers reach the API. */
const apiOf = ({ config }: CheckParts): string => new URL(config.apiBase, config.publicUrl).href;

export async function checkPublicAddress(parts: CheckParts): Promise<Finding[]> {
  const url = new URL(parts.config.publicUrl);
  if (isThisMachine(url.hostname)) return [found("addressTrial", { url: url.origin })];
  if (url.protocol !== "https:") return [found("addressPlain")];
  try {
    return await ask(parts, url);
  } catch (error) {
    const finding = failure(error, url);
    // Nothing can answer while nothing runs.
    if (finding.code === "addressAway" && parts.database.ask && (await listLiving(parts.database.ask)).length === 0)
      return [found("addressStopped")];
    return [finding];
  }
}
