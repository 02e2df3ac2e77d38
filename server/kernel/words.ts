/** The words with which staff end what a client asked for. */
import { Refusal } from "./refusal.ts";

/** Refuses (`badInput`, at `path`) to end a client's request without a word to them. */
export function requireWords(path: string, words: string | undefined): void {
  if (words === undefined || words.trim() === "")
    throw new Refusal("badInput", { fields: [{ path, code: "required" }] });
}
