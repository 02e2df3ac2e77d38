/** A submission under review, for the tests of its page. */
import { firstSettled } from "@portico/api/forms/settled.ts";
import type { Review } from "../staff/review-types.ts";
import { computed } from "./form-of.tsx";

interface More extends Partial<Omit<Review, "can" | "current">> {
  can?: Partial<Review["can"]>;
  revision?: number;
  answers?: Review["current"]["form_data"];
}

export const revisionOf = (revision: number, answers: Review["current"]["form_data"] = {}): Review["current"] => ({
  revision,
  form_data: answers,
  explanations: {},
  inconsistencies: [],
  computed,
  declarations: [],
  submitted_at: "2026-11-27T10:00:00.000Z",
  submitted_by: { id: 4, name: "Ivan Petrov" },
  by_admin: false,
  settled: firstSettled,
});

/** The second revision of Ivan Petrov's form; everything may be done with it but what `can` takes away. */
export const reviewOf = ({ can, revision = 2, answers, ...more }: More = {}): Review => ({
  holder: { name: "Ivan Petrov", state: "pendingKYC", client_number: null },
  id: 1,
  current: revisionOf(revision, answers),
  previous: null,
  remarks: [],
  previousRemarks: [],
  accepted: [],
  decision: null,
  contract: null,
  attempts: [],
  elsewhere: { found: [], isCut: false },
  ...more,
  can: { review: true, accept: true, approve: true, sendContract: true, ...can },
});

export const remarkOf = (more: Partial<Review["remarks"][number]> = {}): Review["remarks"][number] => ({
  id: 1,
  path: "identity.lastName",
  text: "As in the passport?",
  audience: "client",
  author: { id: 3, name: "Vera Koleva" },
  created_at: "2026-11-28T09:00:00.000Z",
  ...more,
});
