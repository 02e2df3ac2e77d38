/** File uploads: so many at once, each can be paused if its upload can, or cancelled; refused ones stay with their reason. */
import { useEffect, useRef, useState } from "react";
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

interface UploadsOptions {
  upload: Upload;
  onAdd: (file: FieldFile) => void;
  /** Text for a failed upload. */
  explain: (error: unknown) => string;
  /** How many are sent at once. */
  atOnce: number;
}

interface Running {
  turn: Turn;
  stop: AbortController;
}

export function useUploads({ upload, onAdd, explain, atOnce }: UploadsOptions) {
  const [sending, setSending] = useState<Sending[]>([]);
  const running = useRef(new Map<number, Running>());
  const [turns] = useState(() => createTurns(atOnce));
  const number = useRef(0);
  // The page's latest callbacks: an upload may finish after the page was rendered again.
  const current = useRef({ upload, onAdd, explain });
  useEffect(() => {
    current.current = { upload, onAdd, explain };
  });
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { stop } of all.values()) stop.abort();
    };
  }, []);

  const change = (key: number, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: number) => {
    running.current.get(key)?.stop.abort();
    running.current.get(key)?.turn.end();
    running.current.delete(key);
    setSending((all) => all.filter((one) => one.key !== key));
  };
  const pause = (key: number) => {
    running.current.get(key)?.turn.pause();
    change(key, { state: "paused" });
  };
  const resume = (key: number) => {
    change(key, { state: "waiting" });
    running.current.get(key)?.turn.resume();
  };
  /** What an upload reports while it is paused was begun before. */
  const report = (key: number, state: SendingState) =>
    setSending((all) =>
      all.map((one) => (one.key === key && one.state !== "paused" && one.state !== state ? { ...one, state } : one)),
    );

  async function send({ key, file }: Sending, { turn, stop: { signal } }: Running): Promise<void> {
    try {
      await turn.wait();
      report(key, "sending");
      const added = await current.current.upload(file, {
        signal,
        progress: (share) => change(key, { progress: share }),
        turn: () => turn.wait(),
        report: (state) => report(key, state),
      });
      if (signal.aborted) return;
      drop(key);
      current.current.onAdd(added);
    } catch (error) {
      turn.end();
      if (!signal.aborted) change(key, { refusal: current.current.explain(error), progress: null });
    }
  }

  function add(files: readonly File[]) {
    const added = files.map(
      (file): Sending => ({ key: ++number.current, file, progress: null, state: "waiting", refusal: null }),
    );
    setSending((all) => [...all.filter(({ refusal }) => refusal === null), ...added]);
    for (const one of added) {
      const started = { turn: turns.begin(), stop: new AbortController() };
      running.current.set(one.key, started);
      void send(one, started);
    }
  }
  /** Files that are not sent at all, each with the reason as text. */
  function refuse(files: readonly { file: File; refusal: string }[]) {
    setSending((all) => [
      ...all,
      ...files.map(
        ({ file, refusal }): Sending => ({ key: ++number.current, file, progress: null, state: "waiting", refusal }),
      ),
    ]);
  }
  return { sending, add, refuse, drop, pause, resume };
}
