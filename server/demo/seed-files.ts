/**
 * Three clients have accounts with a second custodian, whose files are imported as the back office does: transactions, and the
 * holdings at the end of the last day, of which one is not as booked. And a day of the firm's bank: two payments that name a client,
 * one that names nobody.
 */
import type { CustodianContent } from "@portico/api/custodians.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { linkAccount } from "../domains/custodians/accounts.ts";
import { createCustodian } from "../domains/custodians/custodians.ts";
import { toAsker } from "../domains/imports/audit-entries.ts";
import { run as confirm } from "../domains/imports/booking/confirm.task.ts";
import { previewFile } from "../domains/imports/preview/preview-file.ts";
import { fileContent } from "../domains/imports/reading/file-content.ts";
import { referenceOfDeposits } from "../domains/payments/matching/reference-formats.ts";
import type { Context, Services } from "../kernel/context.ts";
import { type BankDay, bankFile } from "./bank-file.ts";
import { isTradingDay } from "./calendar.ts";
import type { DemoMarket } from "./histories.ts";
import { positionsFile, type SecondAccount, transactionsFile } from "./openwealth-files.ts";
import { createUserContext } from "./seed-context.ts";
import { pooledAccount } from "./seed-payments.ts";

type NewCustodian = CustodianContent & { automatic: false };

const alpenbank: NewCustodian = {
  name: "Alpenbank",
  kind: "custodian",
  country: "CH",
  other_names: [],
  formats: ["openWealth"],
  day_basis: "trade",
  confirmations: "custodian",
  quantity_tolerance: "0",
  cash_tolerance: "0.01",
  automatic: false,
};

const bank: NewCustodian = {
  ...alpenbank,
  name: "UniCredit Bulbank AD",
  kind: "bank",
  country: "BG",
  formats: ["camt", "mt940"],
  cash_tolerance: "0",
};

function tradingDayBefore(day: string): string {
  let found = addDays(day, -1);
  while (!isTradingDay(found)) found = addDays(found, -1);
  return found;
}

/** Each client's account: cash, and shares bought at the price of their day. */
function accountsOf(market: DemoMarket, today: string): Record<"anna" | "james" | "maritsa", SecondAccount> {
  const day = (ago: number): string => tradingDayBefore(addDays(today, -ago));
  const bought = day(54);
  const account = (number: string, deposit: string, units: number): SecondAccount => ({
    number,
    currency: "CHF",
    deposit: { day: day(58), amount: deposit },
    purchase: {
      isin: "CH0038863350",
      name: "Nestlé S.A.",
      currency: "CHF",
      price: market.prices.get("NESN")?.get(bought) ?? "80",
      day: bought,
      units,
      fee: "45",
    },
  });
  return {
    anna: account("AB-20417", "20000", 120),
    james: account("AB-20418", "12000", 60),
    maritsa: account("AB-30021", "40000", 250),
  };
}

interface Given {
  holders: Record<"anna" | "james" | "maritsa", Holder>;
  staff: Record<"admin" | "office", number>;
  market: DemoMarket;
  today: string;
}

/** After the firm is loaded, as seedReports. */
export async function seedFiles(services: Services, { holders, staff, market, today }: Given): Promise<void> {
  const accounts = accountsOf(market, today);
  const admin = await createUserContext(services, staff.admin, 0);
  const office = await createUserContext(services, staff.office, 0);
  const { id: custodian } = await createCustodian(admin, alpenbank);
  for (const who of ["anna", "james", "maritsa"] as const) {
    const { holderType: holder_type, holderId: holder_id } = holders[who];
    const { number, currency } = accounts[who];
    await linkAccount(office, { custodian, number, currency, holder_type, holder_id, reason: "Opened by the client" });
  }
  const all = Object.values(accounts);
  const last = tradingDayBefore(today);
  await createCustodian(admin, bank);
  await take(office, "alpenbank-transactions.json", transactionsFile(all));
  await take(office, `alpenbank-positions-${last}.json`, positionsFile(all, last, { [accounts.maritsa.number]: 10 }));
  await take(office, `bulbank-${last}.xml`, bankFile(bankDay(holders, last)));
}

function bankDay({ anna, maritsa }: Given["holders"], day: string): BankDay {
  const { iban, bic } = pooledAccount;
  const received = ["RCDT", "ESCT"] as const;
  return {
    iban,
    bic,
    currency: "EUR",
    day,
    opening: "184220.15",
    lines: [
      { amount: "750.00", who: "ANNA KOWALSKA", text: `Wplata ${referenceOfDeposits(anna)}`, code: received },
      { amount: "1200.00", who: "MARITSA TRADE EOOD", text: referenceOfDeposits(maritsa), code: received },
      { amount: "420.00", who: "G. STOYANOV", text: "for my investments", code: received },
      { amount: "-3.20", who: "UniCredit Bulbank AD", text: "Fee for outgoing payments", code: ["MDOP", "CHRG"] },
    ],
  };
}

/** Reads and confirms a file. */
async function take(context: Context, fileName: string, text: string): Promise<void> {
  const asker = toAsker(context);
  const content = fileContent(fileName, Buffer.from(text));
  const typed = { openingBalances: [], exclude: [], decisions: [], transferCosts: [] };
  const { id, preview } = await previewFile(context, asker, { ...typed, content });
  const [refusal] = preview.refusals;
  if (refusal) throw new Error(`${fileName}: ${JSON.stringify(refusal)}`);
  await confirm({ id, asker }, context);
}
