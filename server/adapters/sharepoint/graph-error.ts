/** Errors of Microsoft Graph, known by their code alone: messages change, and a status has several meanings. */
import { z } from "zod";
import { Refusal } from "../../kernel/refusal.ts";

/** Codes that the portal acts on (learn.microsoft.com/graph/errors), from the most specific. */
const known = [
  "malwareDetected",
  "quotaLimitReached",
  "nameAlreadyExists",
  "itemNotFound",
  "invalidRange",
  "activityLimitReached",
  "serviceNotAvailable",
  "unauthenticated",
  "accessDenied",
] as const;

/** Codes of answers without a known one: upload sessions and proxies send none, and Graph has far more than it documents. */
const byStatus: Record<number, string> = {
  401: "unauthenticated",
  403: "accessDenied",
  404: "itemNotFound",
  409: "nameAlreadyExists",
  416: "invalidRange",
  429: "activityLimitReached",
  507: "quotaLimitReached",
};

export class GraphError extends Error {
  /** Graph's code, or `unreachable`. */
  readonly code: string;
  readonly status: number;
  /** Seconds, as SharePoint asks for. */
  readonly retryAfter: number | undefined;
  /** An earlier try of the same request may have worked. */
  isRepeated = false;
  constructor(
    code: string,
    message: string,
    { status = 0, retryAfter }: { status?: number; retryAfter?: number | undefined } = {},
  ) {
    super(message);
    this.name = "GraphError";
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export const isCode = (error: unknown, ...codes: string[]): error is GraphError =>
  error instanceof GraphError && codes.includes(error.code);

interface InnerError {
  code?: string | undefined;
  innererror?: InnerError | undefined;
  innerError?: InnerError | undefined;
}
const innerError: z.ZodType<InnerError> = z.lazy(() =>
  z.object({
    code: z.string().optional(),
    innererror: innerError.optional(),
    innerError: innerError.optional(),
  }),
);
const shape = z.object({ error: innerError.and(z.object({ message: z.string().optional() })) });

function codesIn(error: InnerError): string[] {
  const inner = error.innererror ?? error.innerError;
  return [...(error.code === undefined ? [] : [error.code]), ...(inner ? codesIn(inner) : [])];
}

export const isHtml = ({ headers }: Response): boolean => /^text\/html\b/i.test(headers.get("content-type") ?? "");

/** The code of a failed answer. SharePoint answers in HTML where it found malware in the bytes of a file. */
export function codeOf(response: Response, text: string, { ofBytes }: { ofBytes: boolean }): string {
  const { status } = response;
  if (ofBytes && status < 500 && status !== 429 && isHtml(response)) return "malwareDetected";
  const meant = byStatus[status] ?? (status >= 500 ? "serviceNotAvailable" : undefined);
  try {
    const codes = codesIn(shape.parse(JSON.parse(text)).error);
    return known.find((code) => codes.includes(code)) ?? meant ?? codes[0] ?? `status${status}`;
  } catch {
    return meant ?? `status${status}`;
  }
}

/** The refusal that callers of the portal get. */
export function refusalOf(error: unknown): unknown {
  // An answer of another shape than Microsoft's reference says.
  if (error instanceof z.ZodError) return refusalOf(new GraphError("unreachable", error.message));
  if (!(error instanceof GraphError)) return error;
  const refusal =
    error.code === "malwareDetected"
      ? new Refusal("fileRefused", { fields: [{ path: "base64data", code: "infected" }] })
      : error.code === "quotaLimitReached"
        ? new Refusal("sharepointFull")
        : new Refusal("sharepointAway", { retryAfter: Math.max(30, error.retryAfter ?? 0) });
  return Object.assign(refusal, { cause: error });
}
