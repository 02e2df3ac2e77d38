/** What waits for staff: the number of each kind, and the first few. */
import type { chats as chatCalls } from "@portico/api/chats.ts";
import type { contracts as contractCalls } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms as formCalls } from "@portico/api/forms/endpoints.ts";
import type { payments as paymentCalls } from "@portico/api/payments.ts";
import type { proposals as proposalCalls } from "@portico/api/proposals.ts";
import type { tickets as ticketCalls } from "@portico/api/tickets.ts";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import { useHasLevel } from "./staff-access.ts";

export interface PendingItem {
  key: string;
  /** The holder's name. */
  name: string;
  /** What it is about: a title, or an amount. */
  subject?: string | { sum: string; currency: string } | undefined;
  since: string;
  to: string;
}

export interface PendingWork {
  id:
    | "conversations"
    | "ticketsLate"
    | "ticketsSoon"
    | "ticketsUnassigned"
    | "ticketsMine"
    | "people"
    | "companies"
    | "contracts"
    | "requests"
    | "payments"
    | "accounts"
    | "proposals";
  count: number;
  /** Counted under another kind too. */
  isPart?: true;
  /** The page that lists all of them. */
  to: string;
  first: PendingItem[];
}

/** How many of each kind are named. */
const named = 3;

const submissions = ({ forms, count }: Answer<(typeof formCalls)["list"]>) => ({
  count,
  first: forms.map(({ holder_type, holder_id, holder_name, revision, submitted_at }) => ({
    key: `${holder_type} ${holder_id}`,
    name: holder_name,
    since: submitted_at,
    to: `/admin/${holder_type}/${holder_id}/review?revision=${revision}`,
  })),
});

const amountOf = ({ sum, currency }: { sum?: string | undefined; currency?: string | undefined }) =>
  sum !== undefined && currency !== undefined ? { sum, currency } : undefined;

const requests = ({ requests: waiting, open }: Answer<(typeof paymentCalls)["listRequests"]>) => ({
  count: open,
  first: waiting.map(({ id, holderName, holder_type, holder_id, created_at, transactionInfo: info }) => ({
    key: String(id),
    name: holderName,
    subject: info.instrumentName ?? info.instrumentTicker ?? amountOf(info),
    since: created_at,
    to: `/admin/${holder_type}/${holder_id}/profile`,
  })),
});

const paymentsPath = "/admin/requests/unexplained";
const payments = ({ payments: waiting, open }: Answer<(typeof paymentCalls)["listUnexplained"]>) => ({
  count: open,
  first: waiting.map(({ entry_id, holderName, amount, currency, found_at }) => ({
    key: String(entry_id),
    name: holderName,
    subject: { sum: amount, currency },
    since: found_at,
    to: paymentsPath,
  })),
});

const accounts = ({ accounts: waiting, open }: Answer<(typeof paymentCalls)["listNewAccounts"]>) => ({
  count: open,
  first: waiting.map(({ id, holderName, name, changed_at }) => ({
    key: String(id),
    name: holderName,
    subject: name,
    since: changed_at,
    to: accountsPath,
  })),
});
const accountsPath = "/admin/accounts";

const contracts = ({ contracts: waiting, count }: Answer<(typeof contractCalls)["listAll"]>) => ({
  count: count ?? waiting.length,
  first: waiting.map(({ id, holder_type, holder_id, holder_name, contract_name, state_changed_at }) => ({
    key: String(id),
    name: holder_name,
    subject: contract_name,
    since: state_changed_at,
    to: `/admin/${holder_type}/${holder_id}/contracts/${id}`,
  })),
});

const proposalsPath = "/admin/proposals";
const proposals = ({ proposals: waiting, open }: Answer<(typeof proposalCalls)["list"]>) => ({
  count: open,
  first: waiting
    // The reader's own proposals wait for others.
    .filter(({ can }) => can.confirm || can.decline)
    .slice(0, named)
    .map(({ id, holder_name, proposed_at }) => ({
      key: String(id),
      name: holder_name,
      since: proposed_at,
      to: proposalsPath,
    })),
});

const conversations = ({ conversations: shown, waiting }: Answer<(typeof chatCalls)["list"]>) => ({
  count: waiting,
  first: shown.map(({ holder_type, holder_id, name, waiting_since, last_message_at }) => ({
    key: `${holder_type} ${holder_id}`,
    name,
    since: waiting_since ?? last_message_at,
    to: `/admin/chats?holder=${holder_type}/${holder_id}`,
  })),
});

const ticketsIn =
  (queue: "late" | "soon" | "unassigned" | "mine") =>
  ({ tickets, queues }: Answer<(typeof ticketCalls)["listAll"]>) => ({
    count: queues?.[queue] ?? tickets.length,
    first: tickets.map(({ id, holder_name, holder_type, holder_id, title, waiting_since, changed_at }) => ({
      key: String(id),
      name: holder_name,
      subject: title,
      since: waiting_since ?? changed_at,
      to: `/admin/${holder_type}/${holder_id}/tickets/${id}`,
    })),
  });
const lateTickets = ticketsIn("late");
const soonTickets = ticketsIn("soon");
const unassignedTickets = ticketsIn("unassigned");
const myTickets = ticketsIn("mine");

/** What is late or about to be is also somebody's, or nobody's. */
function usePendingTickets() {
  const api = useApi();
  // Some are named elsewhere already.
  const of = (queue: "late" | "soon" | "unassigned" | "mine") => ({ query: { queue, limit: 4 * named } });
  const late = useCall(api.tickets.listAll, of("late"), { select: lateTickets });
  const soon = useCall(api.tickets.listAll, of("soon"), { select: soonTickets });
  const unassigned = useCall(api.tickets.listAll, of("unassigned"), { select: unassignedTickets });
  const mine = useCall(api.tickets.listAll, of("mine"), { select: myTickets });
  const path = "/admin/tickets?queue=";
  return [
    { id: "ticketsLate", to: `${path}late`, query: late, isPart: true },
    { id: "ticketsSoon", to: `${path}soon`, query: soon, isPart: true },
    { id: "ticketsUnassigned", to: `${path}unassigned`, query: unassigned },
    { id: "ticketsMine", to: `${path}mine`, query: mine },
  ] as const;
}

/** A ticket may be late, and somebody's too: it is named where it is most urgent, and only counted elsewhere. */
function namedOnce(kinds: PendingWork[]): PendingWork[] {
  const pages = new Set<string>();
  return kinds.map((kind) => {
    if (!kind.id.startsWith("tickets")) return kind;
    const first = kind.first.filter(({ to }) => !pages.has(to)).slice(0, named);
    for (const { to } of first) pages.add(to);
    return { ...kind, first };
  });
}

export function usePendingWork() {
  const api = useApi();
  const tickets = usePendingTickets();
  const isOffice = useHasLevel("office");
  const limited = { query: { limit: named } };
  const written = useCall(api.chats.list, limited, { select: conversations });
  const submitted = { query: { show: "waiting", limit: named } } as const;
  const people = useCall(api.forms.list, { params: { type: "KYC" }, ...submitted }, { select: submissions });
  const companies = useCall(api.forms.list, { params: { type: "companyKYC" }, ...submitted }, { select: submissions });
  const signed = useCall(
    api.contracts.listAll,
    { query: { state: "awaitingAdmin", limit: named } },
    { select: contracts },
  );
  const requested = useCall(
    api.payments.listRequests,
    { query: { state: "open", limit: named } },
    { select: requests },
  );
  const unexplained = useCall(api.payments.listUnexplained, limited, { select: payments });
  const added = useCall(api.payments.listNewAccounts, limited, { select: accounts });
  const proposed = useCall(api.proposals.list, { query: { limit: 30 } }, { select: proposals, enabled: isOffice });
  const kinds = [
    { id: "conversations", to: "/admin/chats", query: written },
    ...tickets,
    { id: "people", to: "/admin/reviews", query: people },
    { id: "companies", to: "/admin/reviews?type=companyKYC", query: companies },
    { id: "contracts", to: "/admin/contracts", query: signed },
    { id: "requests", to: "/admin/requests", query: requested },
    { id: "payments", to: paymentsPath, query: unexplained },
    { id: "accounts", to: accountsPath, query: added },
    ...(isOffice ? [{ id: "proposals" as const, to: proposalsPath, query: proposed }] : []),
  ] as const;
  const queries = kinds.map(({ query }) => query);
  return {
    /** Once everything is known. */
    data: queries.every(({ data }) => data)
      ? namedOnce(kinds.flatMap(({ query: { data }, ...kind }): PendingWork[] => (data ? [{ ...kind, ...data }] : [])))
      : undefined,
    error: queries.find(({ error }) => error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { refetch } of queries) void refetch();
    },
  };
}
