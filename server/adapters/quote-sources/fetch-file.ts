/** A file at an address that an administrator set: prices or rates of a day. */
import { readLimited } from "../limited-answer.ts";

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

/** The answer's text; an address that leads elsewhere is none. Throws a `FetchFailure`. */
export async function fetchFile(url: string, { timeoutMs, maxBytes }: FetchOptions): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: "error" });
    if (response.status !== 200) throw new FetchFailure("badAnswer", `status ${response.status}`);
    return await readLimited(response, maxBytes);
  } catch (error) {
    if (error instanceof FetchFailure) throw error;
    const { name, message } = error as Error;
    if (name === "TimeoutError") throw new FetchFailure("slow", `not done within ${timeoutMs} ms`);
    throw new FetchFailure(message.startsWith("answer of more") ? "badAnswer" : "unreachable", message);
  }
}
