/** Seeds a year of the demo firm: accounts, forms, companies, documents, and the work of its staff. */

import { hashPassword } from "../domains/sessions/passwords/passwords.ts";
import type { Services } from "../kernel/context.ts";
import { toDay } from "./calendar.ts";
import { demoPassword } from "./people.ts";
import { runSteps, Seed } from "./seed.ts";
import { accountSteps } from "./seed-accounts.ts";
import { chatSteps } from "./seed-chats.ts";
import { companySteps } from "./seed-companies.ts";
import { contentSteps } from "./seed-content.ts";
import { withSeedContext } from "./seed-context.ts";
import { contractSteps } from "./seed-contracts.ts";
import { delegationSteps } from "./seed-delegations.ts";
import { documentSteps } from "./seed-documents.ts";
import { fundSteps } from "./seed-funds.ts";
import { peopleSteps } from "./seed-people.ts";
import { registrationSteps } from "./seed-registrations.ts";
import { sharedFolderSteps } from "./seed-shared-folders.ts";
import { seedSignIns } from "./seed-sign-ins.ts";
import { staffSteps } from "./seed-staff.ts";
import { ticketSteps } from "./seed-tickets.ts";

/** Seeds the year and then the given steps in one transaction: an interrupted start leaves nothing. */
export async function seedYear(
  services: Services,
  then: (seed: Seed) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const passwordHash = await hashPassword(services.demo?.password ?? demoPassword);
  const today = services.now();
  await withSeedContext(services, async (context) => {
    const seed = new Seed(context, toDay(today));
    const steps = [
      ...registrationSteps(passwordHash),
      ...peopleSteps,
      ...companySteps,
      ...staffSteps,
      ...contentSteps,
      ...fundSteps,
      ...documentSteps,
      ...sharedFolderSteps,
      ...contractSteps,
      ...accountSteps,
      ...chatSteps,
      ...ticketSteps,
      ...delegationSteps,
    ];
    await runSteps(seed, steps, today);
    await seedSignIns(context, toDay(today));
    await then(seed);
  });
}
