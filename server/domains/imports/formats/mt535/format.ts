/** Statements of holdings of SWIFT. */
import type { FileFormat } from "../format.ts";
import { readMt535 } from "./mt535.ts";

/** Only this message lists balances of securities without transactions. */
const numbered = /\{2:[IO](\d{3})/;
const marks = [/^:13A::STAT\/\/535/m, /^:93[BC]::AGGR\//m, /^:17B::ACTI\/\/N/m];

function isMt535(text: string): boolean {
  if (!/^:16R:(?:GENL|FIN)\s*$/m.test(text)) return false;
  const number = numbered.exec(text)?.[1];
  // Without its number it is told from statements of transactions.
  return number === undefined ? !/^:16R:TRAN/m.test(text) && marks.some((mark) => mark.test(text)) : number === "535";
}

export const mt535Format: FileFormat = {
  name: "mt535",
  isFramed: true,
  recognise: ({ text }) =>
    isMt535(text.replace(/\r\n?/g, "\n")) ? { kind: "positions", message: "MT535" } : undefined,
  read: async ({ text }, { today }) => readMt535(text, today),
};
