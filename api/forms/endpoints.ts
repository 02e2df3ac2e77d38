/** The calls of KYC forms: the holder's drafts, what they submitted, and the staff's review of it. */
import { formDrafts } from "./drafts.ts";
import { formRevisions } from "./revisions.ts";
import { formSubmitted } from "./submitted.ts";

export const forms = { ...formDrafts, ...formSubmitted, ...formRevisions };
