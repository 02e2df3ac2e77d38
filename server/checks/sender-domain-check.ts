/** What DNS says of the domain that the portal's mails come from: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489), MX. */
import { isReservedAddress } from "@portico/api/rules/reserved-domains.ts";
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import { type CheckParts, found, messageOf, withDetail } from "./check.ts";

/** The plain address of `Portico <no-reply@firm.example>`. */
export const senderAddress = (from: string): string => (/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase();

/** Of no domain that mail can go to, `localhost` without a dot included. */
export const isReserved = (address: string): boolean =>
  isReservedAddress(address) || !(address.split("@").at(-1) ?? "").includes(".");

/** DNS answers that there are no such records. `NXDOMAIN` also says that there are none below the name (RFC 8020). */
const isNone = (error: unknown): boolean => /^(ENOTFOUND|ENODATA)$/.test((error as NodeJS.ErrnoException).code ?? "");

async function textsAt({ resolver }: CheckParts, name: string): Promise<string[]> {
  try {
    // Long records come in pieces.
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(""));
  } catch (error) {
    if (isNone(error)) return [];
    throw error;
  }
}

async function spfFaults(parts: CheckParts, domain: string): Promise<Finding[]> {
  const records = (await textsAt(parts, domain)).filter((text) => /^v=spf1( |$)/i.test(text));
  const [record] = records;
  if (record === undefined) return [found("spfNone", { domain })];
  if (records.length > 1) return [found("spfTwice", { domain })];
  return /(^| )\+?all( |$)/i.test(record) ? [found("spfAll", { domain })] : [];
}

/** The domain itself, then those above it: a record there counts for names below it. The last part alone is nobody's. */
function* upwards(domain: string): Generator<string> {
  const names = domain.split(".");
  for (let from = 0; from < names.length - 1; from += 1) yield names.slice(from).join(".");
}

async function dmarcFaults(parts: CheckParts, domain: string): Promise<Finding[]> {
  for (const name of upwards(domain)) {
    const records = (await textsAt(parts, `_dmarc.${name}`)).filter((text) => /^v=DMARC1\s*(;|$)/.test(text));
    const [record] = records;
    if (record === undefined) continue;
    if (records.length > 1) return [found("dmarcTwice", { domain: name })];
    const tags = Object.fromEntries(record.split(";").map((tag) => tag.split("=").map((part) => part.trim())));
    const policy: unknown = name === domain ? tags["p"] : (tags["sp"] ?? tags["p"]);
    return policy === "none" ? [found("dmarcWatches", { domain: name })] : [];
  }
  return [found("dmarcNone", { domain })];
}

/** Under which name a key is published is known to the mail server alone; that there is none at all, DNS tells. */
async function dkimFaults({ resolver }: CheckParts, domain: string): Promise<Finding[]> {
  try {
    await resolver.resolveTxt(`_domainkey.${domain}`);
    return [];
  } catch (error) {
    if (!isNone(error)) throw error;
    return (error as NodeJS.ErrnoException).code === "ENOTFOUND" ? [found("dkimNone", { domain })] : [];
  }
}

/** Without MX the domain's own address takes mail (RFC 5321, 5.1); a single `.` says that none is taken (RFC 7505). */
async function mxFaults({ resolver }: CheckParts, domain: string): Promise<Finding[]> {
  const none = [found("senderNoMail", { domain })];
  try {
    const records = await resolver.resolveMx(domain);
    return records.every(({ exchange }) => exchange === "" || exchange === ".") ? none : [];
  } catch (error) {
    if (!isNone(error)) throw error;
  }
  const addresses = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)]);
  return addresses.some(({ status }) => status === "fulfilled") ? [] : none;
}

export async function checkSenderDomain(parts: CheckParts): Promise<Finding[]> {
  const { smtpUrl, mailFrom } = parts.config;
  if (smtpUrl === undefined) return [found("senderUnused")];
  const address = senderAddress(mailFrom);
  const domain = address.split("@").at(-1) ?? "";
  if (isReserved(address)) return [found("senderReserved", { domain })];
  try {
    const faults = await Promise.all([spfFaults, dkimFaults, dmarcFaults, mxFaults].map((ask) => ask(parts, domain)));
    return faults.flat().length > 0 ? faults.flat() : [found("senderRight", { domain })];
  } catch (error) {
    return [withDetail(found("senderUnasked", { domain }), messageOf(error))];
  }
}
