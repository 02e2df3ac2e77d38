/** Next steps for an operator who starts the portal without the demo. */

import { hasNoUser } from "./domains/users/users.ts";
import type { Services } from "./kernel/context.ts";

/** The remaining steps, one sentence each; empty once an account exists and mails are sent. */
export async function firstSteps({ db, config }: Pick<Services, "db" | "config">): Promise<string[]> {
  const steps: string[] = [];
  if (await hasNoUser(db)) steps.push('Nobody has an account yet: npm run create-admin -- e-mail "Full name"');
  if (config.smtpUrl === undefined)
    steps.push(`No SMTP_URL: mails, one-time codes among them, lie in ${config.dataDir}/mail`);
  return steps;
}
