/** Goes on to the next ticket of the queue that the reader came from, or back to the queue when nothing is left in it. */
import { type TicketQueue, ticketQueues } from "@portico/api/rules/tickets.ts";
import { useSearchParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { listIn, withList } from "../../shell/staff/lists/list-of-reader.ts";
import { staffTicketPath } from "./paths.ts";

const queuePath = "/admin/tickets";

export function useNextTicket(current: number): () => Promise<void> {
  const api = useApi();
  const [params] = useSearchParams();
  const navigate = useLocaleNavigate();
  const list = listIn(params, [queuePath]) ?? queuePath;
  return async () => {
    const asked = new URLSearchParams(list.split("?")[1] ?? "");
    const queue: TicketQueue = ticketQueues.find((each) => each === asked.get("queue")) ?? "waiting";
    const narrowed = ["search", "topic", "tag"].flatMap((name) => {
      const value = asked.get(name);
      return value ? [[name, value]] : [];
    });
    const { tickets } = await api.tickets.listAll({ query: { ...Object.fromEntries(narrowed), queue, limit: 2 } });
    const next = tickets.find(({ id }) => id !== current);
    navigate(next ? withList(staffTicketPath(next), list) : list);
  };
}
