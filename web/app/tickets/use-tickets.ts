/** Tickets of a holder, for their own pages and for staff's. */
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketTopic } from "@portico/api/tickets.ts";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { allRows, usePages } from "../shell/calls/use-pages.ts";
import { useLanguage } from "../ui/text.tsx";
import { MessageText } from "./message-text.tsx";

export const pageRows = 50;
/** Staff get their notes too, unless they look at the client's pages. */
export const asHolder = { as: "holder" } as const;
interface Reader {
  forStaff?: boolean;
}

/** The newest first. */
export function useTickets({ holderType, holderId }: Holder, { forStaff = false }: Reader = {}) {
  const api = useApi();
  const query = { limit: pageRows, ...(!forStaff && asHolder) };
  return usePages(api.tickets.list, { params: { holderType, holderId }, query });
}

/** Far more than a holder has. */
const exportLimit = 10_000;

/** All of them, for the CSV file. */
export function useAllTickets({ holderType, holderId }: Holder, { forStaff = false }: Reader = {}) {
  const api = useApi();
  const input = { params: { holderType, holderId }, query: { limit: 200, ...(!forStaff && asHolder) } };
  return () => allRows(api.tickets.list, input, { most: exportLimit });
}

export function useTicket({ holderType, holderId }: Holder, id: number, { forStaff = false }: Reader = {}) {
  const api = useApi();
  return useCall(api.tickets.get, { params: { holderType, holderId, id }, query: forStaff ? {} : asHolder });
}

/** The oldest first. */
export function useComments({ holderType, holderId }: Holder, id: number, { forStaff = false }: Reader = {}) {
  const api = useApi();
  const query = { limit: 200, ...(!forStaff && asHolder) };
  return usePages(api.tickets.listComments, { params: { holderType, holderId, id }, query });
}

const none: readonly (TicketTopic & { archived: boolean })[] = [];

/** Everything that a ticket's page shows at first: shown together, so that nothing moves when the rest comes. */
export function useTicketPage(holder: Holder, id: number, reader: Reader = {}) {
  const query = useTicket(holder, id, reader);
  const comments = useComments(holder, id, reader);
  const { isPending } = useTopics();
  const [isTextLoaded, setTextLoaded] = useState(false);
  useEffect(() => {
    const done = () => setTextLoaded(true);
    MessageText.load().then(done, done);
  }, []);
  const isReady = !isPending && !comments.isPending && isTextLoaded;
  return { query, comments, ticket: isReady ? query.data : undefined };
}

/** The firm's topics, those it removed while tickets had them, and the name of any of them in the page's language. */
export function useTopics(): {
  topics: readonly TicketTopic[];
  archived: readonly TicketTopic[];
  nameOf: (topic: string) => string;
  isPending: boolean;
} {
  const api = useApi();
  const language = useLanguage();
  const { data: all = none, isPending } = useCall(api.tickets.listTopics);
  const nameOf = useCallback(
    (topic: string) => all.find(({ id }) => id === topic)?.name[language] ?? (isPending ? "" : topic),
    [all, language, isPending],
  );
  return useMemo(
    () => ({
      topics: all.filter(({ archived }) => !archived),
      archived: all.filter(({ archived }) => archived),
      nameOf,
      isPending,
    }),
    [all, nameOf, isPending],
  );
}
