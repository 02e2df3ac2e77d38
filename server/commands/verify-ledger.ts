/**
 * `npm run ledger:verify`: replays every ledger from its entries and says which stored positions, balances or holds differ.
 * Changes nothing.
 */
import { verifyReservations } from "../domains/payments/withdrawals/verify.ts";
import { verifyLedgers } from "../domains/portfolios/ledger/verification.ts";
import { requireDatabase, runCommand, withDatabase } from "./command.ts";

const maxShown = 50;

await runCommand({ usage: "ledger:verify" }, async ({ config }) => {
  await requireDatabase(config);
  return withDatabase(config, async ({ db }) => {
    const { ledgers, entries, waiting, faults: ofLedgers } = await verifyLedgers(db);
    const faults = [...ofLedgers, ...(await verifyReservations(db))];
    for (const { holder, what } of faults.slice(0, maxShown))
      console.error(`${holder.holderType} ${holder.holderId}: ${what}.`);
    if (faults.length > maxShown) console.error(`${faults.length - maxShown} more.`);
    if (faults.length > 0) return 1;
    const rest = waiting > 0 ? ` ${waiting} wait for a job that replays them, and were not compared.` : "";
    console.info(`The ledgers are right: ${entries} entries of ${ledgers} holders.${rest}`);
    return 0;
  });
});
