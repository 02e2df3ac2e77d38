/** The document's script that sends the early calls of its routes; rendered on the server only. */
import { useMatches } from "react-router";
import { useRootData } from "./brand.ts";
import { type PageHandle, sendEarlyCalls } from "./early-calls.ts";
import { viewAsKey } from "./storage.ts";

const hasEarlyCalls = (handle: unknown): handle is PageHandle =>
  typeof handle === "object" && handle !== null && "earlyCalls" in handle;

export function EarlyCalls({ nonce }: { nonce: string | undefined }) {
  const { apiBase } = useRootData();
  const calls = useMatches().flatMap(({ handle }) => (hasEarlyCalls(handle) ? handle.earlyCalls : []));
  if (!import.meta.env.SSR || calls.length === 0) return null;
  // JSON in a script must not be able to end it.
  const input = JSON.stringify([apiBase, calls, viewAsKey]).replaceAll("<", "\\u003c");
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `(${String(sendEarlyCalls)})(...${input})` }} />;
}
