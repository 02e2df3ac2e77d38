/** The calls of KYC forms: the holder's drafts and the staff's review of what was submitted. */
import { formDrafts } from "./drafts.ts";
import { formRevisions } from "./revisions.ts";

export const forms = { ...formDrafts, ...formRevisions };
