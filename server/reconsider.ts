/**
 * What waits for people, and is looked at again when their role, account or representation changes, in the transaction of
 * that change (docs/decisions/0182-rights-that-end.md). The only list of it; `tx.rightsChanged` runs it.
 */
import { reconsiderChats } from "./domains/chats/chats.ended-rights.service.ts";
import { reconsiderContracts } from "./domains/contracts/contracts.ended-rights.service.ts";
import { reconsiderWithdrawals } from "./domains/portfolios/requests/ended-rights.service.ts";
import { reconsiderProposals } from "./domains/proposals/proposals.ended-rights.service.ts";
import { reconsiderTickets } from "./domains/tickets/tickets.ended-rights.service.ts";
import type { Reconsider } from "./unit-of-work/transact.ts";

export const reconsider: readonly Reconsider[] = [
  reconsiderContracts,
  reconsiderProposals,
  reconsiderTickets,
  reconsiderChats,
  reconsiderWithdrawals,
];
