/** Changes of many at once. */
import { type Changes, nothing } from "../declaration.ts";
import type { StaleCalls } from "../stale-calls.ts";

/** The lists that show who has something. */
const lists = (): StaleCalls => ({
  "users.list": {},
  "companies.list": {},
  "tickets.listAll": {},
  "workload.getDesk": {},
  "tickets.get": {},
  "payments.listRequests": {},
  "workClaims.list": {},
  "reconciliation.listBreaks": {},
  "colleagues.list": {},
  "distributionGroups.list": {},
  "distributionGroups.listOfUser": {},
  "documents.listRounds": {},
  "screening.listCandidates": {},
  "screening.getCandidate": {},
  "screening.ofHolder": {},
});

export const changes = {
  preview: nothing,
  make: lists,
  undo: lists,
} satisfies Changes<"bulkChanges">;
