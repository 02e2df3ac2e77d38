/** Mail out and in: that the servers take the portal's sign-in, and when the portal last read replies. */
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import { askMailServer, mailFolder } from "../adapters/mail/delivery.ts";
import { checkMailbox } from "../adapters/mailbox/check-mailbox.ts";
import { readMailboxJob } from "../jobs/firm-jobs.ts";
import { type CheckParts, dayOf, found, withDetail } from "./check.ts";
import { listLiving } from "./living.ts";
import { isReserved, senderAddress } from "./sender-domain-check.ts";

/** This machine itself, and hosts without a domain, such as those of a compose file. */
const isNear = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\]|[^.:]+)$/i.test(host);

export async function checkMailOut({ config }: CheckParts): Promise<Finding[]> {
  const { smtpUrl, mailFrom, dataDir } = config;
  if (smtpUrl === undefined) return [found("mailFolder", { folder: mailFolder(dataDir) })];
  const { host, hostname, password } = new URL(smtpUrl);
  const faults: Finding[] = [];
  const address = senderAddress(mailFrom);
  if (isReserved(address)) faults.push(found("mailSenderReserved", { address }));
  const { problem, isEncrypted } = await askMailServer(smtpUrl);
  if (problem !== null) return [withDetail(found("mailAway", { host }), problem), ...faults];
  if (!isEncrypted && !isNear(hostname)) faults.push(found(password ? "mailPlainPassword" : "mailPlain", { host }));
  return faults.length > 0 ? faults : [found("mailRight", { host })];
}

/** The job reads every minute; a busy queue may be late. */
const lateMs = 15 * 60_000;

interface Run {
  at: Date;
  failed: boolean;
}

/** When the job last looked into the mailbox, by the queue; undefined if it never did, or has been forgotten. */
async function findLastReading({ database }: CheckParts): Promise<Run | undefined> {
  if (!database.ask) return undefined;
  const [there] = await database.ask<{ found: boolean }>("select to_regclass('jobs.job') is not null as found");
  if (!there?.found) return undefined;
  const [run] = await database.ask<Run>(
    `select completed_on as at, state = 'failed' as failed from jobs.job
     where name = $1 and completed_on is not null order by completed_on desc limit 1`,
    [readMailboxJob.name],
  );
  return run;
}

export async function checkMailIn(parts: CheckParts): Promise<Finding[]> {
  const { config, database, now } = parts;
  const { mailbox } = config;
  if (!mailbox) return [found("mailboxUnused")];
  const problem = await checkMailbox(mailbox, { send: null });
  if (problem !== null) return [withDetail(found("mailboxWrong"), problem)];
  const run = await findLastReading(parts);
  if (run?.failed) return [found("mailboxFailing", { day: dayOf(run.at) })];
  // Without a process that runs, nobody can have read it.
  const runs = database.ask !== null && (await listLiving(database.ask)).length > 0;
  if (runs && run && now().getTime() - run.at.getTime() > lateMs) return [found("mailboxLate", { day: dayOf(run.at) })];
  return [found("mailboxRight", { address: mailbox.address })];
}
