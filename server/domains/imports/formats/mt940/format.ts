/** Account statements of SWIFT (MT940). */
import { hash } from "node:crypto";
import { recogniseOtherFile } from "../../reading/other-files.ts";
import { finishBankReading, startBankReading } from "../bank/reading.ts";
import type { FileFormat } from "../format.ts";
import { readMt940 } from "./statements.ts";

// oxlint-disable-next-line no-control-regex -- SWIFT frames its messages in them
const frame = /[\u0001-\u0004]/g;

export const mt940Format: FileFormat = {
  name: "mt940",
  isFramed: true,
  readsLostLetters: true,
  recognise({ text }) {
    const { kind, message } = recogniseOtherFile(text.replace(frame, "")) ?? {};
    return kind === "swift" && message === "MT940" ? { kind: "cash", message } : undefined;
  },
  async read({ text }, given) {
    const reading = startBankReading("mt940", given);
    readMt940(text, {
      ...reading,
      refuse: ({ field: { tag, line, lines }, account, refusal }) =>
        reading.refusePart({
          row: {
            line,
            account,
            name: `:${tag}:`,
            text: lines.join(" "),
            fields: [["content", hash("sha256", lines.join("\n"), "hex")]],
          },
          refusal,
        }),
    });
    return finishBankReading(reading, given);
  },
};
