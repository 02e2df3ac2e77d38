/**
 * Calls that a page's document sends itself while the browser still loads the scripts, which otherwise send them a
 * second or more later on a slow connection. A route names them in its `handle`; docs/architecture.md, Early calls.
 */
import { fillPath, type LooseInput } from "@portico/api/client.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";
import type { presetRange, RangePreset } from "@portico/api/rules/portfolio-ranges.ts";

/** Stand for what only the browser knows: who is signed in, and the holder they act for. */
export const person = "__person__";
export const holder = { holderType: "__holderType__", holderId: "__holderId__" };
export const formType = "__formType__";
/** The days of a call with `range`. */
export const days = { from: "__from__", to: "__to__" };

interface When {
  /** Not without a client number. */
  numbered?: true;
  /** The portfolio itself: not without a client number, nor while the figures stored in this browser are younger. */
  storedForMs?: number;
  /** Small, and read by one call with the others that are (`sessions.readTogether`), which its declaration allows. */
  together?: true;
  /** Only if the address has no query but the account, because one may ask for other rows. */
  unfiltered?: true;
  /**
   * Sent once the portfolio is known and has positions: the days until that of its figures, or until the firm's today.
   * "usual" is the range that the person has chosen for their portfolio.
   */
  range?: { of: RangePreset | "usual"; until: "valued" | "today" };
}

export interface EarlyCall extends When {
  path: string;
}

export interface PageHandle {
  earlyCalls: readonly EarlyCall[];
  /** The page has a frame (layouts/page-frame.tsx). */
  isFramed?: true;
}

/** A reading call; its input may contain the names above. */
export const earlyCall = ({ path }: Endpoint, { params, query }: LooseInput, when?: When): EarlyCall => ({
  path: fillPath(path, params, query),
  ...when,
});

interface SentCall {
  token: string;
  /** As `performance.now()`. */
  at: number;
  answer: Promise<Response>;
}

declare global {
  // oxlint-disable-next-line no-var -- shared with the document's script
  var earlyCalls: Map<string, SentCall> | undefined;
}

export interface EarlyInput {
  base: string;
  calls: readonly EarlyCall[];
  viewAsKey: string;
  tabAccountKey: string;
  /**
   * Milliseconds by which the firm's clock is ahead of UTC; this machine's own without one. The browser would take 40 ms to
   * read the zone's data, and the page is not painted meanwhile.
   */
  offset?: number | undefined;
}

/**
 * The document's script. It is sent as text, so it refers to nothing outside itself. Nothing is sent in view-as, and
 * nothing if the address names a company that this browser does not know, or the one that a form is of.
 */
export function sendEarlyCalls(
  { base, calls, viewAsKey, tabAccountKey, offset }: EarlyInput,
  daysOf: typeof presetRange,
): void {
  try {
    const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? "null");
    const profile = stored("profile");
    const token = stored("token");
    if (!profile?.id || typeof token !== "string" || stored("tokenExpiry") * 1000 <= Date.now()) return;
    const named = /[?&]company=(\d+)/.exec(location.search)?.[1];
    if (sessionStorage.getItem(viewAsKey) !== null || (named && /\/form\/KYC\/?$/.test(location.pathname))) return;
    const companyId = Number(named ?? sessionStorage.getItem(tabAccountKey) ?? stored("activeCompID") ?? 0);
    const isCompany = companyId > 0;
    const hasFilter = !/^\??(company=\d+)?$/.test(location.search);
    const account = isCompany ? stored("companies")?.find(({ id }: { id: number }) => id === companyId) : profile;
    if (!account) return;
    const values: Record<string, string | number> = {
      person: profile.id,
      holderType: isCompany ? "company" : "user",
      holderId: account.id,
      formType: isCompany ? "companyKYC" : "KYC",
    };
    const last = stored("lastFetch");
    const isUsable = last?.holder === `${values["holderType"]}:${values["holderId"]}` && last.outdated !== true;
    const sent = new Map<string, SentCall>();
    globalThis.earlyCalls = sent;
    const filled = (path: string, more: object = {}): string => {
      const all: Record<string, string | number> = { ...values, ...more };
      return path.replace(/__(\w+?)__/g, (_, name: string) => String(all[name]));
    };
    const ask = (path: string): Promise<Response> =>
      fetch(base + path, {
        credentials: "include",
        // The answers are of use only to the scripts.
        priority: "low",
        headers: { accept: "application/json, application/problem+json", authorization: `Bearer ${token}` },
      });
    const keep = (path: string, answer: Promise<Response>): Promise<Response> => {
      // Whoever takes the answer handles a failure.
      answer.catch(() => undefined);
      sent.set(base + path, { token, at: performance.now(), answer });
      return answer;
    };
    const send = (path: string, more?: object): Promise<Response> => {
      const asked = filled(path, more);
      return keep(asked, ask(asked));
    };
    const sendTogether = (paths: readonly string[]): void => {
      const asked = ask(`/together?paths=${encodeURIComponent(paths.join())}`).then(
        async (answer): Promise<unknown[]> => (answer.ok ? (await answer.json()).answers : []),
      );
      for (const [place, path] of paths.entries()) {
        // What has no answer there is asked for by itself.
        const answer = asked.then((answers) => {
          const text = answers[place];
          return typeof text === "string"
            ? new Response(text, { headers: { "content-type": "application/json" } })
            : ask(path);
        });
        void keep(path, answer);
      }
    };
    const sendRanges = (valued: unknown, positions: unknown): void => {
      if (typeof valued !== "string" || !Array.isArray(positions) || positions.length === 0) return;
      const ahead = offset ?? new Date().getTimezoneOffset() * -60_000;
      for (const { path, unfiltered, range: asked } of calls) {
        if (!asked || (unfiltered && hasFilter)) continue;
        const preset = asked.of === "usual" ? (profile.preferences?.portfolioRange ?? "1Y") : asked.of;
        const to = asked.until === "valued" ? valued : new Date(Date.now() + ahead).toISOString().slice(0, 10);
        void send(path, daysOf(preset, to));
      }
    };
    const small: string[] = [];
    for (const { path, numbered, storedForMs, unfiltered, range: ranged, together } of calls) {
      const isOfNumber = numbered === true || storedForMs !== undefined;
      if (ranged || (unfiltered && hasFilter) || (isOfNumber && account.client_number === null)) continue;
      if (storedForMs !== undefined && isUsable && Date.now() - last.at < storedForMs) {
        sendRanges(stored("portfolio")?.valuationDay, stored("instruments"));
        continue;
      }
      if (together) {
        small.push(filled(path));
        continue;
      }
      const answer = send(path);
      if (storedForMs !== undefined)
        void answer
          .then((portfolio) => portfolio.clone().json())
          .then(({ valuationDay, instruments }) => sendRanges(valuationDay, instruments))
          .catch(() => undefined);
    }
    if (small.length > 0) sendTogether(small);
  } catch {
    // Storage is blocked or unreadable: the page sends its calls itself.
  }
}

/**
 * The document's script makes a number and a date format, and drops them: the first of each reads the browser's data of the
 * language, which takes longer than any other step before the first figures, and the page only waits for its style sheet.
 */
export function makeFormats(): void {
  const language = document.documentElement.lang;
  new Intl.NumberFormat(language).format(1);
  new Intl.DateTimeFormat(language, { timeZone: "UTC" }).format(0);
}

const takenWithinMs = 60_000;

/** `fetch`, but takes the answer of an early call to the same address by the same session, once. */
export const fetchOrTake: typeof fetch = (address, options) => {
  if (typeof address !== "string" || (options?.method ?? "GET") !== "GET") return fetch(address, options);
  const early = globalThis.earlyCalls?.get(address);
  if (!early) return fetch(address, options);
  globalThis.earlyCalls?.delete(address);
  const headers = new Headers(options?.headers);
  const isSame =
    headers.get("authorization") === `Bearer ${early.token}` && !headers.has("x-view-as") && !headers.has("range");
  return isSame && performance.now() - early.at < takenWithinMs ? early.answer : fetch(address, options);
};

/** Answers that no part of the page has taken yet may be older than a change that was just made or reported. */
export const forgetEarlyAnswers = (): void => globalThis.earlyCalls?.clear();
