/** Calls that show facts about a holder which several domains change. */
import type { Holder } from "../shapes.ts";
import type { StaleCalls } from "../stale-calls.ts";

/** Profile and list of the holder on the staff side. */
export const profile = ({ holderType, holderId: id }: Holder): StaleCalls =>
  holderType === "user"
    ? { "users.get": { params: { id } }, "users.list": { rows: { id } } }
    : { "companies.get": { params: { id } }, "companies.list": { rows: { id } } };

/** The staff pages about one holder's form. */
export const review = (holder: Holder): StaleCalls => ({
  "forms.listRevisions": { params: holder },
  "forms.getRevision": { params: holder },
  "timeline.get": { params: holder },
});
