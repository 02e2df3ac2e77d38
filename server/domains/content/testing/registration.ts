/** A firm that takes registrations: its documents are somewhere, and an administrator has decided so. */

import type { Db } from "../../../kernel/transaction.ts";
import { settingDefaults } from "../../settings/defaults.ts";

const addresses = { bg: "https://firm.example/bg", en: "https://firm.example/en", pl: "https://firm.example/pl" };

export async function takeRegistrations(db: Db): Promise<void> {
  const settings = {
    brand: { ...settingDefaults.brand, supportEmail: "help@firm.portico" },
    firmDocuments: { ...settingDefaults.firmDocuments, terms: addresses, privacy: addresses },
    registration: { open: true },
  };
  await db
    .insertInto("setting")
    .values(Object.entries(settings).map(([name, data]) => ({ name, data: JSON.stringify(data) })))
    .onConflict((conflict) => conflict.column("name").doUpdateSet((row) => ({ data: row.ref("excluded.data") })))
    .execute();
}
