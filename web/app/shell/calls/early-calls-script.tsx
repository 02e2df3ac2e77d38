/** The document's script that sends the early calls of its routes, and makes formats; rendered on the server only. */
import { zoneOffset } from "@portico/api/rules/calendar.ts";
import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import { useMatches } from "react-router";
import { useRootData } from "../layouts/brand.ts";
import { tabAccountKey, viewAsKey } from "../storage.ts";
import { type EarlyInput, makeFormats, type PageHandle, sendEarlyCalls } from "./early-calls.ts";

const offsetNow = (timeZone: string): number => zoneOffset(timeZone)(Date.now());

const hasEarlyCalls = (handle: unknown): handle is PageHandle =>
  typeof handle === "object" && handle !== null && "earlyCalls" in handle;

export function EarlyCalls({ nonce }: { nonce: string | undefined }) {
  const { apiBase, timeZone } = useRootData();
  const calls = useMatches().flatMap(({ handle }) => (hasEarlyCalls(handle) ? handle.earlyCalls : []));
  if (!import.meta.env.SSR || calls.length === 0) return null;
  // JSON in a script must not be able to end it.
  const offset = timeZone === undefined ? undefined : offsetNow(timeZone);
  const input: EarlyInput = { base: apiBase, calls, viewAsKey, tabAccountKey, offset };
  const json = JSON.stringify(input).replaceAll("<", "\\u003c");
  const text = `(${String(sendEarlyCalls)})(${json},${String(presetRange)});setTimeout(${String(makeFormats)})`;
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} />;
}
