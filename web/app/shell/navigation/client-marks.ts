/** What waits for the reader, by section: unread chat messages, and tickets in which it is their turn. */
import { useEffect, useState } from "react";
import { whenIdle } from "../../ui/when-idle.tsx";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import { useIsActiveHolderKnown, useOptionalActiveHolder } from "../session/active-holder.ts";
import type { Marks } from "./navigation.tsx";

const nobody = { holderType: "user", holderId: 0 } as const;

/** Of the active holder; none in view-as, where the reader is on the firm's side. Asked once the page is idle. */
export function useClientMarks(): Marks {
  const api = useApi();
  const active = useOptionalActiveHolder();
  const isKnown = useIsActiveHolderKnown();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const params = active?.holder ?? nobody;
  const enabled = isIdle && isKnown && active !== null && !active.readOnly;
  const chat = useCall(api.chats.getUnread, { params }, { enabled });
  const tickets = useCall(api.tickets.list, { params, query: { limit: 1, as: "holder" } }, { enabled });
  return enabled ? { "/chat": chat.data?.unread ?? 0, "/tickets": tickets.data?.awaiting ?? 0 } : {};
}
