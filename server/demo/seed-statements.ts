/** Two clients have opened an up-to-date statement of assets in this quarter; the others have not. */
import type { Holder, Language } from "@portico/api/shapes.ts";
import { makeReport } from "../domains/reports/making.ts";
import { getReport } from "../domains/reports/reports.ts";
import { askForStatement } from "../domains/reports/statements/statements.ts";
import type { Services } from "../kernel/context.ts";
import { createUserContext } from "./seed-context.ts";

/** After the firm is loaded, as seedReports. */
export async function seedStatements(services: Services, holders: Record<"anna" | "james", Holder>): Promise<void> {
  const open = async (holder: Holder, language: Language): Promise<void> => {
    const context = await createUserContext(services, holder.holderId, 0);
    const { id } = await askForStatement(context, holder, language);
    await makeReport(services, id);
    await getReport(context, id);
  };
  await open(holders.anna, "pl");
  await open(holders.james, "en");
}
