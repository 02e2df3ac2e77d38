/** Where clients pay in, as a second person reads it before a change. */
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Db } from "../../kernel/transaction.ts";
import { readSetting } from "./settings.ts";

type Instructions = SettingValue<"depositInstructions">;

/** One account per line, with everything that a client is shown. */
export const instructionLines = ({ accounts }: Instructions): string =>
  accounts
    .map(({ currency, iban, beneficiary, bank, bic, address, nip }) =>
      [currency, iban, beneficiary, bank, bic, address, nip].filter(Boolean).join(" \u00b7 "),
    )
    .join("\n");

/** The accounts in force, and when they were saved; null if never. */
export async function readInstructions(db: Db): Promise<{ savedAt: string | null; list: string }> {
  const { data, updated_at: savedAt } = await readSetting({ db }, "depositInstructions");
  return { savedAt, list: instructionLines(data as Instructions) };
}
