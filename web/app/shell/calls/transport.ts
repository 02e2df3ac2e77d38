/** How the browser sends a call: with the session's token, the view-as, and the specification's retries. */
import type { Transport } from "@portico/api/client.ts";
import type { Download } from "@portico/api/endpoint.ts";
import { ApiError, errorStatus, type Problem } from "@portico/api/errors.ts";
import { createFetch, type FetchContext, FetchError, type ResponseType } from "ofetch";
import { currentSession } from "../session/session.ts";
import { currentViewAs } from "../session/view-as.ts";
import { fetchOrTake } from "./early-calls.ts";
import { retryStatusCodes } from "./passing.ts";

/** What is kept and sent later: an autosaving form, uploads, messages that wait. */
const isKept = (path: string): boolean => /^\/(form\/|upload\/|chat\/\w+\/\d+\/messages$)/.test(path);
/** What nobody asked for: that something was seen, or that somebody is there. */
const isAside = (path: string): boolean => /\/(analytics\/fetch|seen|opened|read|typing|presence)$/.test(path);
/** What only asks; one such call has its filter in a body. */
const isReading = (method: string, path: string): boolean => method === "GET" || path.endsWith("/analytics/fetch");
/** A deliberate action. */
const isAction = (method: string, path: string): boolean => method !== "GET" && !isKept(path) && !isAside(path);

const viewAsHeader = (): Record<string, string> => {
  const view = currentViewAs();
  return view ? { "x-view-as": String(view.id) } : {};
};

/**
 * Continues in a task of its own, so that the calls a page makes at once do not block it together. Browsers without
 * `scheduler` continue at once.
 */
const ownTask = (): Promise<void> | undefined =>
  (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler?.yield?.();

/** The exception of the retries: a custodian's timeout is shown, not retried. Any other 504 comes from an intermediary. */
function skipRetryOfTimeout({ response, options }: FetchContext): void {
  // oxlint-disable-next-line no-underscore-dangle -- the library's name for the parsed body
  if (problemOf(response?._data).code === "timedout") options.retry = false;
}

const send = createFetch({ fetch: fetchOrTake });

interface Hooks {
  onSessionLost: () => void;
  onFactorNeeded: () => void;
  onNotSent: () => void;
}

export function browserTransport(base: string, { onSessionLost, onFactorNeeded, onNotSent }: Hooks): Transport {
  return async ({ method, path, body, repeatable, binary, ranges, signal }) => {
    const token = currentSession()?.token;
    const view = viewAsHeader();
    if (method === "GET") await ownTask();
    try {
      let headers = new Headers();
      const answer = await send<unknown, ResponseType>(path, {
        baseURL: base,
        method,
        body: body as Record<string, unknown> | undefined,
        credentials: "include",
        headers: {
          accept: "application/json, application/problem+json",
          ...(token && { authorization: `Bearer ${token}` }),
          ...view,
          ...(body instanceof Uint8Array && { "content-type": "application/octet-stream" }),
          ...(ranges && { range: `bytes=${ranges.map(({ start, end }) => `${start}-${end - 1}`).join()}` }),
        },
        retryStatusCodes,
        onResponseError: skipRetryOfTimeout,
        ...(!repeatable && { retry: 0 }),
        ...(signal && { signal }),
        ...(binary && {
          // By itself it would read CSV as text, and without the mark by which spreadsheets know its encoding.
          responseType: "blob" as const,
          onResponse: ({ response }: { response: Response }) => {
            ({ headers } = response);
          },
        }),
      });
      return answer instanceof Blob ? await readDownload(answer, headers) : answer;
    } catch (cause) {
      const error = apiErrorOf(cause, await readProblem(cause), isReading(method, path));
      if (
        error instanceof ApiError &&
        error.code === "unauthenticated" &&
        token !== undefined &&
        token === currentSession()?.token
      )
        onSessionLost();
      if (error instanceof ApiError && error.code === "secondFactorNeeded") onFactorNeeded();
      if (error instanceof ApiError && error.status === 0 && isAction(method, path) && !signal?.aborted) onNotSent();
      throw error;
    }
  };
}

/** A file, or ranges of it, with the server's name for it. */
async function readDownload(content: Blob, headers: Headers): Promise<Download> {
  const name = /filename\*=UTF-8''([^;]+)/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "file";
  const total = /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1];
  return {
    name: decodeURIComponent(name),
    media_type: content.type,
    content: new Uint8Array(await content.arrayBuffer()),
    ...(total !== undefined && { total: Number(total) }),
  };
}

/** A refusal's body: a problem, or the bare code as text, as something on the way may have it. */
const problemOf = (body: unknown): Partial<Problem> => {
  if (typeof body === "string") return { code: body.trim() as Problem["code"] };
  return typeof body === "object" && body !== null ? body : {};
};

/** The refusal of a call, also of one whose answer is a file. */
async function readProblem(cause: unknown): Promise<Partial<Problem>> {
  const data: unknown = cause instanceof FetchError ? cause.data : undefined;
  if (!(data instanceof Blob)) return problemOf(data);
  const text = await data.text();
  try {
    return problemOf(JSON.parse(text));
  } catch {
    return problemOf(text);
  }
}

/** `status` 0: the server was not reachable. */
function apiErrorOf(cause: unknown, problem: Partial<Problem>, isRead: boolean): Error {
  if (!(cause instanceof FetchError)) return cause instanceof Error ? cause : new Error(String(cause));
  const retryAfter = Number(cause.response?.headers.get("retry-after") ?? Number.NaN);
  const known = typeof problem.code === "string" && Object.hasOwn(errorStatus, problem.code);
  return new ApiError({
    code: known && problem.code ? problem.code : "generic",
    status: cause.status ?? 0,
    isRead,
    ...(problem.errors && { errors: problem.errors }),
    ...(problem.by && { by: problem.by }),
    ...(problem.offset !== undefined && { offset: problem.offset }),
    ...(problem.contract !== undefined && { contract: problem.contract }),
    ...(problem.ticket !== undefined && { ticket: problem.ticket }),
    ...(problem.requestId && { requestId: problem.requestId }),
    ...(retryAfter > 0 && { retryAfter }),
  });
}
