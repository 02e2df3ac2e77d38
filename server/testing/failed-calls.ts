/** Why a call of a test answered 500: the caller is told `generic` alone, and the reason is in the log. */
import type { DestinationStream } from "pino";

interface LogLine {
  code?: string;
  err?: { stack?: string; message?: string; cause?: unknown };
}

/** Prints the error of such a call with its stack; other lines of the log are left out. */
export const failedCalls: DestinationStream = {
  write(line) {
    const { code, err } = JSON.parse(line) as LogLine;
    if (code !== "generic" || !err) return;
    const cause = err.cause === undefined ? "" : `\ncaused by ${JSON.stringify(err.cause, null, 2)}`;
    console.error(`A call answered 500: ${err.stack ?? err.message ?? "?"}${cause}`);
  },
};
