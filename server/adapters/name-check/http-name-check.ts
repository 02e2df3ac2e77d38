/**
 * A verification of payee over HTTP, with the names of fields and answers of the EPC's scheme (EPC218-23):
 *
 *   POST {base}/payee-verifications
 *   Authorization: Bearer {token}
 *   {"party": {"name"}, "partyAccount": {"iban"} or {"other": {"identification", "bic", "country"}}}
 *
 * Answer 200: `{"partyNameMatch": "MTCH" | "CMTC" | "NMTC" | "NOAP", "matchedName"?}`; the name only with CMTC.
 */
import { z } from "zod";
import { readLimited } from "../limited-answer.ts";
import type { CheckedAccount, NameCheck, NameCheckResult } from "./name-check.ts";

/** Larger answers are refused. */
const maxBytes = 64 * 1024;

const answerShape = z.discriminatedUnion("partyNameMatch", [
  z.object({ partyNameMatch: z.literal("MTCH") }),
  z.object({ partyNameMatch: z.literal("CMTC"), matchedName: z.string().trim().min(1).max(140) }),
  z.object({ partyNameMatch: z.literal("NMTC") }),
  z.object({ partyNameMatch: z.literal("NOAP") }),
]);

const notPossible: NameCheckResult = { answer: "notPossible", name: null };

function resultOf(answer: z.infer<typeof answerShape>): NameCheckResult {
  switch (answer.partyNameMatch) {
    case "MTCH":
      return { answer: "match", name: null };
    case "CMTC":
      return { answer: "closeMatch", name: answer.matchedName };
    case "NMTC":
      return { answer: "noMatch", name: null };
    case "NOAP":
      return notPossible;
  }
}

const partyAccount = ({ iban, number, bic, country }: CheckedAccount) =>
  iban === null ? { other: { identification: number, bic, country } } : { iban };

interface HttpNameCheckOptions {
  /** Without a trailing slash. */
  baseUrl: string;
  token: string | undefined;
  timeoutMs: number;
  report: (reason: string) => void;
}

/** Asks the service; whatever goes wrong, the check was not possible, and the account is added nevertheless. */
export const createHttpNameCheck = ({ baseUrl, token, timeoutMs, report }: HttpNameCheckOptions): NameCheck => ({
  async check(account) {
    try {
      // The time limit covers the whole answer, not just its first byte.
      const response = await fetch(`${baseUrl}/payee-verifications`, {
        method: "POST",
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ party: { name: account.owner }, partyAccount: partyAccount(account) }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "error",
      });
      const text = await readLimited(response, maxBytes);
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      return resultOf(answerShape.parse(JSON.parse(text)));
    } catch (error) {
      // Without the account's number: logs are no place for it.
      report(error instanceof Error ? error.message : String(error));
      return notPossible;
    }
  },
});
