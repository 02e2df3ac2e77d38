/** Checks content for malware: with ClamAV's daemon if configured, and always for the test signature. */
import type { Config } from "../../kernel/config.ts";
import { scanByClamd } from "./clamd.ts";

/** `unreachable`: no verdict now; ask again later. */
export type Verdict =
  | { kind: "clean" }
  | { kind: "infected"; signature: string }
  | { kind: "unreachable"; why: string };

export interface Antivirus {
  check(content: Buffer): Promise<Verdict>;
}

/** The harmless EICAR test file (eicar.org); in two parts, so that this file does not match it. */
const eicar = Buffer.from(
  String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$` + "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*",
  "latin1",
);

export function createAntivirus({ clamdUrl }: Pick<Config, "clamdUrl">): Antivirus {
  return {
    async check(content) {
      if (content.includes(eicar)) return { kind: "infected", signature: "Eicar-Test-Signature" };
      return clamdUrl === undefined ? { kind: "clean" } : scanByClamd(clamdUrl, content);
    },
  };
}
