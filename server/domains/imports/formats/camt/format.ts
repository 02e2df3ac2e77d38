/** Account statements (camt.053) and notifications (camt.054) of ISO 20022, of any version. */
import { hash } from "node:crypto";
import { recogniseOtherFile } from "../../reading/other-files.ts";
import { finishBankReading, startBankReading } from "../bank/reading.ts";
import type { FileFormat } from "../format.ts";
import { readCamt } from "./statements.ts";

export const camtFormat: FileFormat = {
  name: "camt",
  readsLostLetters: true,
  recognise({ text }) {
    const { kind, message } = recogniseOtherFile(text) ?? {};
    return kind === "camt" && message !== undefined && /^camt\.05[34]\b/.test(message)
      ? { kind: "cash", message }
      : undefined;
  },
  async read({ text }, given) {
    const reading = startBankReading("camt", given);
    await readCamt(text, {
      ...reading,
      refuse: ({ node, account, refusal }) =>
        reading.refusePart({
          row: {
            line: node.line,
            account,
            name: node.name,
            text: null,
            fields: [["content", hash("sha256", JSON.stringify(node), "hex")]],
          },
          refusal,
        }),
    });
    return finishBankReading(reading, given);
  },
};
