/** A submitted form that states where its holder is taxed, and nothing else; the holder's state stays. */
import type { Holder } from "@portico/api/shapes.ts";
import type { TestApp } from "../../../testing/app.ts";
import { arrangeSubmission } from "./submissions.ts";

export async function arrangeTaxResidences(
  app: TestApp,
  holder: Holder,
  { by, countries }: { by: number; countries: readonly string[] },
): Promise<void> {
  const taxResidences = countries.map((taxCountry, place) => ({ id: `t${place + 1}`, taxCountry, tin: "1" }));
  const step = holder.holderType === "company" ? "taxStatus" : "tax";
  const table = holder.holderType === "company" ? "company" : "app_user";
  const { state } = await app.database.db
    .selectFrom(table)
    .select("state")
    .where("id", "=", holder.holderId)
    .executeTakeFirstOrThrow();
  await arrangeSubmission(app, holder, { by, formData: { [step]: { taxResidences } } });
  await app.database.db.updateTable(table).set({ state }).where("id", "=", holder.holderId).execute();
}
