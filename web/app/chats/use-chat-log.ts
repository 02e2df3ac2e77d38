/** What the log of a conversation does beside drawing it: marks as read, goes to messages, removes them. */
import type { ChatMessage } from "@portico/api/chats.ts";
import { mayChangeMessage } from "@portico/api/rules/chats.ts";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useRefusalText } from "../shell/calls/refusal-text.ts";
import { openConfirmation, useConfirmation } from "../shell/dialogs/confirmation.ts";
import { rememberFocus } from "../ui/focus-back.ts";
import { useText } from "../ui/text.tsx";
import type { MessageAction } from "./chat-message.tsx";
import type { FoundMessage } from "./chat-search.tsx";
import type { ChatSession } from "./chat-session.ts";
import { useReader } from "./use-chat.ts";
import type { useMessageWindow } from "./use-message-window.ts";

/** The time, once a minute: what may be changed for a while is offered no longer. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Loads messages that are not there yet; the focus stays where it was. */
export function useLoadPage() {
  const explain = useRefusalText();
  const [isLoadingPage, setLoadingPage] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function loadPage(load: () => Promise<void>): Promise<void> {
    const focusBack = rememberFocus();
    setLoadingPage(true);
    setFailure(undefined);
    await load().catch((error: unknown) => setFailure(explain(error)));
    setLoadingPage(false);
    focusBack();
  }
  return { isLoadingPage, failure, loadPage };
}

interface Reading {
  session: ChatSession;
  /** Number of the last loaded message. */
  last: number;
  newest: number;
  /** Newer ones are not loaded. */
  endsBefore: boolean;
  readOnly: boolean;
  end: ReturnType<typeof useMessageWindow>["end"];
  onScroll: () => void;
}

/** Marks what the reader sees as read, and says whether there is something newer below. */
export function useReadMark({ session, last, newest, endsBefore, readOnly, end, onScroll }: Reading) {
  const [hasNewBelow, setNewBelow] = useState(false);
  const seen = useRef(newest);
  useEffect(() => {
    if (newest > seen.current && !end.isSeen()) setNewBelow(true);
    seen.current = newest;
  }, [newest, end]);

  // Read is what the reader can see: the end of the conversation in a visible window.
  useEffect(() => {
    if (readOnly || last === 0 || endsBefore) return undefined;
    const read = () => document.visibilityState === "visible" && end.isSeen() && void session.markRead(last);
    const timer = setTimeout(read, 500);
    document.addEventListener("visibilitychange", read);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, [session, last, endsBefore, readOnly, end]);

  /** The reader has scrolled. */
  const follow = () => {
    onScroll();
    if (!end.isSeen()) return;
    setNewBelow(false);
    if (hasNewBelow && !readOnly) void session.markRead(last);
  };
  return { hasNewBelow, setNewBelow, follow };
}

interface Going {
  found: FoundMessage | undefined;
  isLoaded: (number: number) => boolean;
  show: (number: number) => void;
  load: (number: number) => void;
}

/** Goes to the message that was searched, or that a reply answers; `quote` chooses the latter. */
export function useWanted({ found, isLoaded, show, load }: Going) {
  /** The message that a reply answers, chosen there; until another one is searched. */
  const [quoted, setQuoted] = useState<{ message: FoundMessage; since: FoundMessage | undefined }>();
  const wanted = quoted && quoted.since === found ? quoted.message : found;
  const reachedWanted = useRef<FoundMessage>(undefined);
  const isWantedLoaded = wanted !== undefined && isLoaded(wanted.number);
  useEffect(() => {
    if (!wanted || reachedWanted.current === wanted) return;
    if (isWantedLoaded) {
      reachedWanted.current = wanted;
      show(wanted.number);
    } else load(wanted.number);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each that is chosen
  }, [wanted, isWantedLoaded]);
  return { wanted, quote: (number: number) => setQuoted({ message: { number }, since: found }) };
}

const actionsIn = (element: Element): HTMLElement | null => element.querySelector("[data-actions] button");

interface Places {
  list: RefObject<HTMLElement | null>;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Asks, removes a message, and puts the focus where it is useful next. */
function useRemove(session: ChatSession, { list, field }: Places): (message: ChatMessage) => void {
  const t = useText();
  /** The message after it has the focus once the question is closed, the field for the next one otherwise. */
  const [removed, setRemoved] = useState<number>();
  const isAsking = useConfirmation() !== null;
  useEffect(() => {
    if (removed === undefined || isAsking) return;
    const later = [...(list.current?.querySelectorAll<HTMLElement>("[data-number]") ?? [])].find(
      (element) => Number(element.dataset["number"]) > removed && actionsIn(element),
    );
    (later ? actionsIn(later) : field.current)?.focus();
    // oxlint-disable-next-line react/set-state-in-effect -- once per removal, after the focus has moved
    setRemoved(undefined);
  }, [removed, isAsking, list, field]);
  return (message) =>
    openConfirmation({
      title: t("chats.removeTitle"),
      text: t("chats.removeText"),
      confirmLabel: t("chats.remove"),
      destructive: true,
      action: async () => {
        await session.remove(message.number);
        setRemoved(message.number);
      },
    });
}

interface ActionParts extends Places {
  session: ChatSession;
  readOnly: boolean;
  onReply: (message: ChatMessage) => void;
  onEdit: (message: ChatMessage) => void;
  /** Given while messages are chosen: nothing else is done with them then. */
  chosen?: ReadonlySet<number> | undefined;
}

/** What the reader may do with a message: answer, and for a while change and remove their own. */
export function useMessageActions({ session, readOnly, onReply, onEdit, chosen, list, field }: ActionParts) {
  const t = useText();
  const userId = useReader();
  const now = useMinute();
  const remove = useRemove(session, { list, field });
  return (message: ChatMessage): MessageAction[] => {
    if (readOnly || chosen) return [];
    const reply: MessageAction = { label: t("chats.reply"), icon: "reply", run: () => onReply(message) };
    if (userId === undefined || !mayChangeMessage(message, userId, now)) return [reply];
    return [
      reply,
      { label: t("chats.edit"), icon: "sign", run: () => onEdit(message) },
      { label: t("chats.remove"), icon: "trash", run: () => remove(message) },
    ];
  };
}

/** Between the messages' actions, of which only one message's are stops of Tab: there may be hundreds of messages. */
export function moveActions(list: HTMLElement | null, event: KeyboardEvent): void {
  const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
  if (step === 0 || !list) return;
  const all = [...list.querySelectorAll("[data-actions]")];
  const from = all.findIndex((actions) => actions.contains(event.target as Element));
  event.preventDefault();
  all[from + step]?.querySelector("button")?.focus();
}
