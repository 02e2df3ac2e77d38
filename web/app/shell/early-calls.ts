/**
 * Calls that a page's document sends itself while the browser still loads the scripts, which otherwise send them a
 * second or more later on a slow connection. A route names them in its `handle`; docs/architecture.md, Early calls.
 */
import { fillPath, type LooseInput } from "@portico/api/client.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";

/** Stand for what only the browser knows: who is signed in, and the holder they act for. */
export const person = "__person__";
export const holder = { holderType: "__holderType__", holderId: "__holderId__" };
export const formType = "__formType__";

export interface EarlyCall {
  path: string;
  /** Of the portfolio: not sent without a client number, nor while the figures stored in this browser are younger. */
  storedForMs?: number;
}

export interface PageHandle {
  earlyCalls: readonly EarlyCall[];
}

/** A reading call; its input may contain the names above. */
export const earlyCall = ({ path }: Endpoint, { params, query }: LooseInput, storedForMs?: number): EarlyCall => ({
  path: fillPath(path, params, query),
  ...(storedForMs !== undefined && { storedForMs }),
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

/**
 * The document's script. It is sent as text, so it refers to nothing outside itself. Nothing is sent in view-as, and
 * nothing of a holder if the address names another account.
 */
export function sendEarlyCalls(base: string, calls: readonly EarlyCall[], viewAsKey: string): void {
  try {
    const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? "null");
    const profile = stored("profile");
    const token = stored("token");
    if (!profile?.id || typeof token !== "string" || stored("tokenExpiry") * 1000 <= Date.now()) return;
    if (sessionStorage.getItem(viewAsKey) !== null || /[?&]company=/.test(location.search)) return;
    const companyId = stored("activeCompID");
    const isCompany = typeof companyId === "number";
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
    for (const { path, storedForMs } of calls) {
      const isStored = storedForMs !== undefined && isUsable && Date.now() - last.at < storedForMs;
      if (isStored || (storedForMs !== undefined && account.client_number === null)) continue;
      const address = base + path.replace(/__(\w+?)__/g, (_, name: string) => String(values[name]));
      const answer = fetch(address, {
        credentials: "include",
        // The answers are of use only to the scripts.
        priority: "low",
        headers: { accept: "application/json, application/problem+json", authorization: `Bearer ${token}` },
      });
      // Whoever takes the answer handles a failure.
      answer.catch(() => undefined);
      sent.set(address, { token, at: performance.now(), answer });
    }
  } catch {
    // Storage is blocked or unreadable: the page sends its calls itself.
  }
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
