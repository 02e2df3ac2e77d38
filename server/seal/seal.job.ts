/** The seal's job: watches until when its certificate is valid. */
import type { Logger } from "pino";
import { handleFirmJob, sealCertificateJob } from "../jobs/firm-jobs.ts";
import type { JobHandler } from "../jobs/start.ts";
import type { Db } from "../kernel/transaction.ts";
import { expiresSoon, type Seal } from "./seal.ts";

/** Days left, with a warning in the log if they are few; throws if the certificate is not valid now. */
export async function watchCertificate(log: Pick<Logger, "warn">, seal: Pick<Seal, "daysLeft">): Promise<number> {
  const days = await seal.daysLeft();
  if (days === 0) throw new Error("the certificate in SEAL_CERTIFICATE or SEAL_PKCS12 is not valid now");
  if (expiresSoon(days)) log.warn({ days }, "the certificate in SEAL_CERTIFICATE or SEAL_PKCS12 expires soon");
  return days;
}

/** Handlers for the job workers. */
export const sealHandlers = (services: { db: Db; log: Logger; seal: Pick<Seal, "daysLeft"> }): JobHandler[] => [
  handleFirmJob(services, sealCertificateJob, async () => ({
    daysLeft: await watchCertificate(services.log, services.seal),
  })),
];
