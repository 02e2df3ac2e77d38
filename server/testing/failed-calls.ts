/** Why a call of a test failed: the caller is told a code alone, and the reason is in the log. */
import type { DestinationStream } from "pino";

interface LogLine {
  code?: string;
  reqId?: string;
  err?: LoggedError;
}
interface LoggedError {
  type?: string;
  message?: string;
  stack?: string;
  cause?: LoggedError;
  code?: string;
  constraint?: string;
  table?: string;
  /** The text of the failed statement. */
  statement?: string;
}

export interface FailedCalls {
  /** The destination of a test's log. */
  log: DestinationStream;
  /** What the server logged of the call, as an error with the stack of the server; undefined if it logged nothing. */
  causeOf(requestId: string | undefined): Error | undefined;
}

function errorOf({ type, message, stack, cause, ...more }: LoggedError): Error {
  const error = new Error(message, cause && { cause: errorOf(cause) });
  error.name = type ?? "Error";
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, more);
}

/** Keeps the errors of failed calls by the call's id, and prints those that nothing foresaw; other lines are left out. */
export function createFailedCalls(): FailedCalls {
  const causes = new Map<string, Error>();
  return {
    log: {
      write(line) {
        const { code, reqId, err } = JSON.parse(line) as LogLine;
        if (!err) return;
        const error = errorOf(err);
        if (reqId !== undefined) causes.set(reqId, error);
        if (code === "generic") console.error("A call answered 500:", error);
      },
    },
    causeOf: (requestId) => (requestId === undefined ? undefined : causes.get(requestId)),
  };
}
