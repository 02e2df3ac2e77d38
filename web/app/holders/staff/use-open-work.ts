/** What waits for staff at one client, from the lists that the desk counts. */
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";

/** More of one client are not counted. */
const most = 50;

/** Of each kind how many there are, and the page where they are done; without those of which there are none. */
export function useOpenWork(holder: Holder, isClient: boolean) {
  const api = useApi();
  const { holderType, holderId } = holder;
  const ofHolder = { holder_type: holderType, holder_id: holderId };
  const enabled = isClient;
  const isOffice = useHasLevel("office");
  const tickets = useCall(api.tickets.listAll, { query: { ...ofHolder, limit: 1, queue: "waiting" } });
  const contracts = useCall(api.contracts.listAll, { query: { ...ofHolder, limit: 1, state: "awaitingAdmin" } });
  const chats = useCall(api.chats.list, { query: { ...ofHolder, limit: 1 } }, { enabled });
  const requests = useCall(
    api.payments.listRequests,
    { query: { ...ofHolder, limit: most, state: "open" } },
    { enabled },
  );
  const joins = useCall(api.funds.listAllJoins, { query: { ...ofHolder, limit: most } }, { enabled });
  const accounts = useCall(api.payments.listAccounts, { params: holder }, { enabled });
  const documents = useCall(api.documents.listRequests, { params: holder }, { enabled });
  const proposals = useCall(
    api.proposals.list,
    { query: { ...ofHolder, limit: most } },
    { enabled: enabled && isOffice },
  );
  const pathOf = (section: string) => `/admin/${holderType}/${holderId}/${section}`;
  const kinds = [
    { kind: "chat", to: `/admin/chats?holder=${holderType}/${holderId}`, count: chats.data?.conversations.length },
    { kind: "tickets", to: pathOf("tickets"), count: tickets.data?.count },
    { kind: "requests", to: pathOf("profile"), count: requests.data?.requests.length },
    { kind: "joins", to: "/admin/target/joins", count: joins.data?.joins.length },
    { kind: "contracts", to: pathOf("contracts"), count: contracts.data?.count },
    // What was asked for and has come.
    {
      kind: "documents",
      to: pathOf("documents"),
      count: documents.data?.filter(({ state }) => state === "received").length,
    },
    {
      kind: "accounts",
      to: pathOf("accounts"),
      count: accounts.data?.accounts.filter(({ state }) => state === "new").length,
    },
    // The reader's own proposals wait for others.
    {
      kind: "proposals",
      to: "/admin/proposals",
      count: proposals.data?.proposals.filter(({ can }) => can.confirm || can.decline).length,
    },
  ] as const;
  return kinds.flatMap(({ count, ...kind }) => (count ? [{ ...kind, count }] : []));
}
