/** Which colleagues write in a ticket at the moment, and telling them that the reader does. */
import { ticketTyping } from "@portico/api/rules/tickets.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useSocketEvent } from "../../shell/offline/use-socket-event.ts";
import { useProfile } from "../../shell/session/session.ts";

interface Writer {
  user: number;
  name: string;
}

/** `mayTell` is false where the reader does not write for the firm. */
export function useTypingColleagues(id: number, mayTell: boolean) {
  const api = useApi();
  const userId = useProfile().id;
  const [writers, setWriters] = useState<readonly Writer[]>([]);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const toldAt = useRef(0);
  const end = useCallback((user: number) => {
    clearTimeout(timers.current.get(user));
    timers.current.delete(user);
    setWriters((before) => before.filter((one) => one.user !== user));
  }, []);
  useEffect(() => {
    const all = timers.current;
    return () => {
      for (const timer of all.values()) clearTimeout(timer);
      all.clear();
    };
  }, []);
  useSocketEvent("ticket:typing", ({ ticketId, user_id: user, name }) => {
    if (ticketId !== id || user === userId) return;
    clearTimeout(timers.current.get(user));
    timers.current.set(
      user,
      setTimeout(() => end(user), ticketTyping.shownMs),
    );
    setWriters((before) => (before.some((one) => one.user === user) ? before : [...before, { user, name }]));
  });
  const isSent = ({ ticketId }: { ticketId: number }) => {
    if (ticketId === id) for (const user of timers.current.keys()) end(user);
  };
  useSocketEvent("ticket", isSent);
  useSocketEvent("ticket:noted", isSent);
  const showTyping = useCallback(() => {
    if (!mayTell || Date.now() - toldAt.current < ticketTyping.everyMs) return;
    toldAt.current = Date.now();
    api.tickets.showTyping({ params: { id }, body: {} }).catch(() => undefined);
  }, [api, id, mayTell]);
  return { writers: writers.map(({ name }) => name), showTyping };
}
