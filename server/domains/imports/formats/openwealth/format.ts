/** OpenWealth's custody interface, version 3: JSON as the bank answers it. */
import type { FileFormat } from "../format.ts";
import { readOpenWealth } from "./openwealth.ts";

/** The text begins as JSON. */
const json = /^(?:\xEF\xBB\xBF)?\s*[[{]/;
const ofTransactions = /"(?:movementList|postingAmountList|transactionDate)"\s*:/;
const ofPositions = [/"positionDate"\s*:/, /"financialInstrument"\s*:/];

export const openWealthFormat: FileFormat = {
  name: "openWealth",
  // It checks its encoding itself, piece by piece.
  readsBytes: true,
  recognise({ bytes }) {
    const text = Buffer.from(bytes).toString("latin1");
    if (!json.test(text)) return undefined;
    const message = "OpenWealth 3";
    if (ofTransactions.test(text)) return { kind: "statement", message };
    const isPosition = ofPositions.every((sign) => sign.test(text));
    return isPosition ? { kind: "positions", message } : undefined;
  },
  read: ({ bytes }, { kind, ...given }) =>
    readOpenWealth(bytes, { ...given, kind: kind === "positions" ? "positions" : "statement" }),
};
