/** What client numbers declare for the server (server/declaration.ts). */
import type { Proposals } from "../../declaration.ts";
import { clientNumberProposal } from "./client-numbers.ts";

export const proposals = {
  setClientNumber: clientNumberProposal,
} satisfies Proposals;
