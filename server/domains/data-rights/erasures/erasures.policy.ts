/** What a person's request to erase their data may reach, by whether they ever became a client. */
import { type ErasureClass, erasureClasses } from "@portico/api/rules/data-rights.ts";
import type { PersonFacts } from "./erasures.queries.ts";

/**
 * The classes that may be erased now. Of somebody who never became a client no law demands that anything is kept: everything goes.
 * Of a client, what serves only their convenience or the security of past visits; their open draft once the relationship has ended.
 */
export function listErasable({ neverClient, endedAt, isErased }: Omit<PersonFacts, "held">): ErasureClass[] {
  if (isErased) return [];
  if (neverClient) return ["everything"];
  return erasureClasses.filter((one) => {
    if (one === "everything") return false;
    return endedAt !== null || (one !== "draft" && one !== "unsentFiles");
  });
}
