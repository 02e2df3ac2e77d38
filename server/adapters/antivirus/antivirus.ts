/** Checks content for malware: with ClamAV's daemon if configured, and always for the test signature. */
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Bytes } from "../../kernel/bytes.ts";
import type { Config } from "../../kernel/config.ts";
import { scanByClamd } from "./clamd.ts";

/** `unreachable`: no verdict now; ask again later. */
export type Verdict =
  | { kind: "clean" }
  | { kind: "infected"; signature: string }
  | { kind: "unreachable"; why: string };

export interface Antivirus {
  /** Reads the content once, to its end; rejects if it cannot be read. */
  check(content: Bytes): Promise<Verdict>;
}

/** The harmless EICAR test file (eicar.org); in two parts, so that this file does not match it. */
export const eicar = Buffer.from(
  String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$` + "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*",
  "latin1",
);

/** Passes content on and notes whether it contains the test file. */
function lookForEicar() {
  let end: Buffer = Buffer.alloc(0);
  const look = { found: false, through };
  async function* through(content: Bytes): AsyncGenerator<Uint8Array> {
    for await (const piece of content instanceof Uint8Array ? [content] : content) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      // It may begin in one piece and end in the next.
      const border = Buffer.concat([end, bytes.subarray(0, eicar.length - 1)]);
      look.found ||= bytes.includes(eicar) || border.includes(eicar);
      end = Buffer.concat([end, bytes.subarray(1 - eicar.length)]).subarray(1 - eicar.length);
      yield piece;
    }
  }
  return look;
}

async function readToEnd(content: AsyncIterable<Uint8Array>): Promise<Verdict> {
  await finished(Readable.from(content).resume());
  return { kind: "clean" };
}

export function createAntivirus({ clamdUrl }: Pick<Config, "clamdUrl">): Antivirus {
  return {
    async check(content) {
      const look = lookForEicar();
      const read = look.through(content);
      const verdict = await (clamdUrl === undefined ? readToEnd(read) : scanByClamd(clamdUrl, read));
      return look.found ? { kind: "infected", signature: "Eicar-Test-Signature" } : verdict;
    },
  };
}
