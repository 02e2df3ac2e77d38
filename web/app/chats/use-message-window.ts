/** Draws the messages near what the reader sees, follows the end while they are there, and keeps their place otherwise. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  type Block,
  blockIdOf,
  type Drawn,
  drawnAt,
  newestOf,
  selectWindow,
  splitIntoBlocks,
} from "./message-window.ts";

/** Pixels from the end within which the reader follows new messages. */
const nearEnd = 60;
/** After the last movement, until what is added is announced again. */
const quietMs = 1000;

interface Numbered {
  number: number;
}
interface MessageWindow<Message> {
  /** Of what is scrolled, and of the messages in it. */
  box: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLDivElement | null>;
  shown: readonly Block<Message>[];
  /** Pixels of what is not drawn. */
  before: number;
  after: number;
  /** Messages appear because the reader scrolls: nothing new to announce. */
  isMoving: boolean;
  /** Whether the reader sees the end; the same object on each render. */
  end: { isSeen: () => boolean };
  onScroll: () => void;
  toEnd: () => void;
  /** Draws the message, scrolls to it and gives it the focus. */
  show: (number: number) => void;
}
interface MessageWindowOptions<Message> {
  /** The number of the newest message; it may lie beyond those that are loaded. */
  newest: number;
  /** The newest is shown wherever the reader is. */
  follows: (newest: Message) => boolean;
}

function createEnd() {
  let isSeen = true;
  return { isSeen: () => isSeen, set: (next: boolean) => void (isSeen = next) };
}

const blockOf = (list: HTMLElement, id: number) => list.querySelector<HTMLElement>(`[data-block="${id}"]`);
const topOf = (element: Element): number => element.getBoundingClientRect().top;

function measure(list: HTMLElement, blocks: readonly { id: number }[], heights: Map<number, number>): void {
  for (const { id } of blocks) {
    const height = blockOf(list, id)?.offsetHeight;
    if (height) heights.set(id, height);
  }
}

/** A longer text below, an attached file or a turned phone leaves less room: the end stays in sight. */
function useStayAtEnd(
  box: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  end: { isSeen: () => boolean },
): void {
  useEffect(() => {
    const [scrolled, inner] = [box.current, list.current];
    if (!scrolled || !inner) return undefined;
    const observer = new ResizeObserver(() => {
      if (end.isSeen()) scrolled.scrollTop = scrolled.scrollHeight;
    });
    observer.observe(scrolled);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [box, list, end]);
}

/** Whether the reader moves the messages: until they have been still for a while. */
function useMovement() {
  /** The last range that was drawn because of the reader. */
  const [moved, setMoved] = useState<Drawn>();
  useEffect(() => {
    if (!moved) return undefined;
    const timer = setTimeout(() => setMoved(undefined), quietMs);
    return () => clearTimeout(timer);
  }, [moved]);
  return { isMoving: moved !== undefined, setMoved };
}

/** Blocks have `data-block`, messages in them `data-number`. */
export function useMessageWindow<Message extends Numbered>(
  messages: readonly Message[],
  { newest, follows }: MessageWindowOptions<Message>,
): MessageWindow<Message> {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [end] = useState(createEnd);
  const [heights] = useState(() => new Map<number, number>());
  const [range, setRange] = useState<Drawn>();
  const { isMoving, setMoved } = useMovement();
  /** The message at the upper edge of what is seen, and its distance from there. */
  const anchor = useRef<{ number: string; distance: number }>(undefined);
  /** The message that is to be shown, until it is drawn. */
  const wanted = useRef<number>(undefined);
  const known = useRef(0);
  const last = messages.at(-1);
  const endsBefore = (last?.number ?? 0) < newest;
  const blocks = splitIntoBlocks(messages);
  const drawn = range ?? newestOf(blocks);
  const { shown, before, after } = selectWindow(blocks, drawn, heights);

  function noteAnchor(scrolled: HTMLElement, inner: HTMLElement): void {
    const top = topOf(scrolled);
    const seen = [...inner.querySelectorAll<HTMLElement>("[data-number]")].find(
      (element) => element.getBoundingClientRect().bottom > top,
    );
    anchor.current = seen && { number: seen.dataset["number"] ?? "", distance: topOf(seen) - top };
  }
  function draw(scrolled: HTMLElement, inner: HTMLElement): void {
    const seen = {
      top: topOf(scrolled) - topOf(inner),
      height: scrolled.clientHeight,
      isAtEnd: end.isSeen(),
    };
    const next = drawnAt(blocks, seen, heights);
    if (next.from === drawn.from && next.to === drawn.to) return;
    setRange(next);
    // At the end it is the new message that moves the window.
    if (!end.isSeen()) setMoved(next);
  }

  // Before the browser paints: what is added or measured above pushes nothing, what is added below is followed.
  useLayoutEffect(() => {
    const [scrolled, inner] = [box.current, list.current];
    if (!scrolled || !inner) return;
    measure(inner, shown, heights);
    if (endsBefore) end.set(false);
    if (last && newest > known.current) {
      if (known.current > 0 && last.number === newest && follows(last)) end.set(true);
      known.current = newest;
    }
    const shownNow = inner.querySelector<HTMLElement>(`[data-number="${wanted.current}"]`);
    if (shownNow) {
      anchor.current = {
        number: String(wanted.current),
        distance: Math.max(0, (scrolled.clientHeight - shownNow.offsetHeight) / 2),
      };
      wanted.current = undefined;
      shownNow.focus({ preventScroll: true });
    }
    const kept = anchor.current && inner.querySelector(`[data-number="${anchor.current.number}"]`);
    if (end.isSeen()) scrolled.scrollTop = scrolled.scrollHeight;
    else if (kept && anchor.current) scrolled.scrollTop += topOf(kept) - topOf(scrolled) - anchor.current.distance;
    noteAnchor(scrolled, inner);
    draw(scrolled, inner);
  });
  useStayAtEnd(box, list, end);

  return {
    box,
    list,
    shown,
    before,
    after,
    isMoving,
    end,
    onScroll() {
      const [scrolled, inner] = [box.current, list.current];
      // On the way to a message that is to be shown, an earlier movement may still be told of.
      if (!scrolled || !inner || wanted.current !== undefined) return;
      end.set(!endsBefore && scrolled.scrollHeight - scrolled.scrollTop - scrolled.clientHeight < nearEnd);
      noteAnchor(scrolled, inner);
      draw(scrolled, inner);
    },
    toEnd() {
      end.set(true);
      setRange(undefined);
      setMoved(newestOf(blocks));
      if (box.current) box.current.scrollTop = box.current.scrollHeight;
    },
    show(number) {
      const id = blockIdOf(number);
      end.set(false);
      wanted.current = number;
      const around = { from: id - 1, to: id + 1 };
      setRange(around);
      setMoved(around);
    },
  };
}
