/** The firm's rule of how many people confirm a company's withdrawal, and what follows from a change of it. */
import { isLowered } from "@portico/api/rules/guards.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { listCompaniesByFirmRule } from "../withdrawals/reservations.queries.ts";
import { notifyLowered } from "./company-rule.ts";
import { signerRulesJob, signersLoweredJob } from "./signers.jobs.ts";

type Rules = SettingValue<"withdrawalRules">;

/** Waiting withdrawals follow the rule, and companies without one of their own are told that fewer people confirm. */
export async function followSignerRule(tx: Tx, { before, after }: { before: Rules; after: Rules }): Promise<void> {
  await tx.enqueue(signerRulesJob, {}, { key: "all" });
  if (isLowered(before.companySigners, after.companySigners))
    await tx.enqueue(signersLoweredJob, { rule: after.companySigners }, { key: "all" });
}

/** Tells the people of every company that has no rule of its own; all in one transaction, so that a retry tells nobody twice. */
export const notifyCompanies = (services: Services, { rule }: { rule: Rules["companySigners"] }): Promise<void> =>
  transact(systemContext(services, "payments"), async (tx) => {
    for (const holderId of await listCompaniesByFirmRule(tx))
      await notifyLowered(tx, { holderType: "company", holderId }, { rule, by: null });
  });
