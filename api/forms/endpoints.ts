/** The calls of KYC forms: the holder's drafts and submissions, and the staff review. */
import { formDrafts } from "./drafts.ts";
import { formRevisions } from "./revisions.ts";
import { formSubmitted } from "./submitted.ts";

export const forms = { ...formDrafts, ...formSubmitted, ...formRevisions };
