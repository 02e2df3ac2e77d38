/**
 * File uploads: so many at once, each can be paused if its upload can, or cancelled; refused ones stay with their reason.
 * Independent of React, so that they can go on while what shows them is closed.
 */
import { markOnTheWay, type SendingEnd } from "./files-on-the-way.ts";
import { createTurns, type Turn } from "./turns.ts";

/** A file stored on the server. */
export interface FieldFile {
  id: number;
  name: string;
  size: number;
  state?: "quarantined" | "clean" | "refused";
  /** A remark about it, as text. */
  note?: string | undefined;
  /** It cannot be removed here. */
  isKept?: boolean;
}
/** `offline`: the connection was lost. `checking`: all of it is sent. */
export type SendingState = "waiting" | "sending" | "paused" | "offline" | "checking";
export interface Sending {
  key: number;
  file: File;
  /** From 0 to 1; null if unknown. */
  progress: number | null;
  state: SendingState;
  /** Why it was refused, as text. */
  refusal: string | null;
}
interface UploadControl {
  signal: AbortSignal;
  progress: (share: number) => void;
  /** Resolves when the upload may go on, which is not while it is paused; rejects when it was cancelled. */
  turn: () => Promise<void>;
  report: (state: Exclude<SendingState, "waiting" | "paused">) => void;
}
export type Upload = (file: File, on: UploadControl) => Promise<FieldFile>;

/** What an upload calls. The latest are used: it may finish after the page was rendered again. */
export interface UploadCalls {
  upload: Upload;
  onAdd: (file: FieldFile) => void;
  /** Text for a failed upload. */
  explain: (error: unknown) => string;
}

interface Running {
  turn: Turn;
  stop: AbortController;
}

/** `atOnce`: how many are sent at once. `end`: what the files are lost with. `setCalls` comes first. */
export function createUploads(atOnce: number, end: SendingEnd) {
  let sending: readonly Sending[] = [];
  let calls: UploadCalls | undefined;
  let last = 0;
  const running = new Map<number, Running>();
  const turns = createTurns(atOnce);
  const listeners = new Set<() => void>();

  function set(next: readonly Sending[]): void {
    sending = next;
    markOnTheWay(running, sending.filter(({ refusal }) => refusal === null).length, end);
    for (const listener of listeners) listener();
  }
  const change = (key: number, part: Partial<Sending>): void =>
    set(sending.map((one) => (one.key === key ? { ...one, ...part } : one)));
  /** What an upload reports while it is paused was begun before. */
  function report(key: number, state: SendingState): void {
    const one = sending.find((each) => each.key === key);
    if (one && one.state !== "paused" && one.state !== state) change(key, { state });
  }
  function called(): UploadCalls {
    if (!calls) throw new Error("Nobody has said how files are sent");
    return calls;
  }
  function drop(key: number): void {
    running.get(key)?.stop.abort();
    running.get(key)?.turn.end();
    running.delete(key);
    set(sending.filter((one) => one.key !== key));
  }

  async function send({ key, file }: Sending, { turn, stop: { signal } }: Running): Promise<void> {
    try {
      await turn.wait();
      report(key, "sending");
      const added = await called().upload(file, {
        signal,
        progress: (share) => change(key, { progress: share }),
        turn: () => turn.wait(),
        report: (state) => report(key, state),
      });
      if (signal.aborted) return;
      drop(key);
      called().onAdd(added);
    } catch (error) {
      turn.end();
      if (!signal.aborted) change(key, { refusal: called().explain(error), progress: null });
    }
  }
  const listed = (file: File, refusal: string | null): Sending => {
    last += 1;
    return { key: last, file, progress: null, state: "waiting", refusal };
  };

  const get = (): readonly Sending[] => sending;
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }
  function setCalls(latest: UploadCalls): void {
    calls = latest;
  }
  function add(files: readonly File[]): void {
    const added = files.map((file) => listed(file, null));
    set([...sending.filter(({ refusal }) => refusal === null), ...added]);
    for (const one of added) {
      const started = { turn: turns.begin(), stop: new AbortController() };
      running.set(one.key, started);
      void send(one, started);
    }
  }
  /** Files that are not sent at all, each with the reason as text. */
  const refuse = (files: readonly { file: File; refusal: string }[]): void =>
    set([...sending, ...files.map(({ file, refusal }) => listed(file, refusal))]);
  function pause(key: number): void {
    running.get(key)?.turn.pause();
    change(key, { state: "paused" });
  }
  function resume(key: number): void {
    change(key, { state: "waiting" });
    running.get(key)?.turn.resume();
  }
  /** Cancels all. */
  function stop(): void {
    for (const { key } of sending) drop(key);
  }
  return { get, subscribe, setCalls, add, refuse, drop, pause, resume, stop };
}
export type Uploads = ReturnType<typeof createUploads>;
