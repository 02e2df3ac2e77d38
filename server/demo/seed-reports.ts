/** Reports of the last quarter and year for the demo’s clients, one of them corrected, and two tax packs. */
import { usualPeriods } from "@portico/api/rules/report-periods.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { bookEntries } from "../domains/portfolios/ledger/writer.ts";
import { makeReport } from "../domains/reports/making.ts";
import { askForReport } from "../domains/reports/reports.ts";
import { systemContext } from "../jobs/system-context.ts";
import type { Services } from "../kernel/context.ts";

/** After the firm is loaded: a report knows what is committed. */
export async function seedReports(
  services: Services,
  holders: Record<"ivan" | "anna" | "james" | "maritsa", Holder>,
  today: string,
): Promise<void> {
  const { quarter, year } = usualPeriods(today);
  const context = systemContext(services, "demo");
  const make = async (holder: Holder, kind: ReportKind, period: typeof year, language: Language): Promise<void> => {
    const { id } = await askForReport(context, holder, { kind, ...period, language });
    await makeReport(services, id);
  };
  await make(holders.ivan, "assets", quarter, "bg");
  await make(holders.ivan, "management", year, "bg");
  await make(holders.anna, "assets", year, "pl");
  await make(holders.ivan, "costs", year, "bg");
  await make(holders.ivan, "review", year, "bg");
  await make(holders.anna, "costs", year, "pl");
  await make(holders.anna, "taxPL", year, "pl");
  await make(holders.ivan, "taxBG", year, "bg");
  // The ledgers of these two are younger than a year.
  await make(holders.james, "management", quarter, "en");
  await make(holders.maritsa, "assets", quarter, "bg");
  // The custodian states a fee late.
  const fee = { kind: "fee", day: quarter.to, amount: "-3.20", currency: "EUR" } as const;
  await bookEntries(services.db, holders.maritsa, [
    { ...fee, externalId: "late fee", fingerprint: "late fee", custodian: "Interactive Brokers" },
  ]);
  await make(holders.maritsa, "assets", quarter, "bg");
}
