/** A file at an address that an administrator set: prices or rates of a day. */
import { type Outside, OutsideFailure } from "../outside/outside.ts";

/** Why nothing was read. */
export class FetchFailure extends Error {
  readonly code: "slow" | "unreachable" | "badAnswer";
  readonly detail: string;
  constructor(code: FetchFailure["code"], detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
  }
}

interface FetchOptions {
  /** For the whole answer, not just its first byte. */
  timeoutMs: number;
  maxBytes: number;
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof OutsideFailure)) return error;
  if (error.code === "slow") return new FetchFailure("slow", error.detail);
  return new FetchFailure(error.code === "tooLong" ? "badAnswer" : "unreachable", error.detail);
}

/** The answer's text; an address that leads elsewhere is none. Throws a `FetchFailure`. */
export async function fetchFile(outside: Outside, url: string, limits: FetchOptions): Promise<string> {
  const answer = await outside
    .request({ url, method: "GET", ...limits, longer: "refuse" })
    .catch((error: unknown) => Promise.reject(failureOf(error)));
  if (answer.status !== 200) throw new FetchFailure("badAnswer", `status ${answer.status}`);
  return answer.body.toString("utf8");
}
