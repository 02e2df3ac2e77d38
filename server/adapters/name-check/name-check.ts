/**
 * Port to a verification of payee: whether the account belongs to the owner who is named (Regulation (EU) 2024/886,
 * Article 5c of 260/2012). Without a service nobody is asked.
 */
import type { Config } from "../../kernel/config.ts";
import { createHttpNameCheck } from "./http-name-check.ts";

export interface CheckedAccount {
  iban: string | null;
  number: string | null;
  bic: string | null;
  country: string | null;
  owner: string;
}

/** `name`: the account's own, which the service gives only with a close match. `notPossible` is no refusal. */
export interface NameCheckResult {
  answer: "match" | "closeMatch" | "noMatch" | "notPossible";
  name: string | null;
}

export interface NameCheck {
  /** Null if there is no service. Never throws: a service that is away makes the check not possible. */
  check(account: CheckedAccount): Promise<NameCheckResult | null>;
}

/** The embedded default: not checked. */
const noNameCheck: NameCheck = { check: async () => null };

type NameCheckConfig = Pick<Config, "nameCheckUrl" | "nameCheckToken" | "nameCheckTimeoutMs">;

export function createNameCheck({
  config,
  report,
}: {
  config: NameCheckConfig;
  /** Receives why the service could not be used. */
  report: (reason: string) => void;
}): NameCheck {
  const { nameCheckUrl: baseUrl, nameCheckToken: token, nameCheckTimeoutMs: timeoutMs } = config;
  return baseUrl === undefined ? noNameCheck : createHttpNameCheck({ baseUrl, token, timeoutMs, report });
}
