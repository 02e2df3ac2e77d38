/** File uploads: sent one after the other, each can be cancelled, and refused ones stay with their reason. */
import { useEffect, useRef, useState } from "react";

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
export interface Sending {
  key: number;
  file: File;
  /** From 0 to 1; null if unknown. */
  progress: number | null;
  /** Why it was refused, as text. */
  refusal: string | null;
}
export type Upload = (file: File, on: { signal: AbortSignal; progress: (share: number) => void }) => Promise<FieldFile>;

interface UploadsOptions {
  upload: Upload;
  onAdd: (file: FieldFile) => void;
  /** Text for a failed upload. */
  explain: (error: unknown) => string;
}

export function useUploads({ upload, onAdd, explain }: UploadsOptions) {
  const [sending, setSending] = useState<Sending[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const last = useRef<Promise<void>>(Promise.resolve());
  const number = useRef(0);
  // The page's latest callbacks: an upload may finish after the page was rendered again.
  const current = useRef({ upload, onAdd, explain });
  useEffect(() => {
    current.current = { upload, onAdd, explain };
  });
  useEffect(() => {
    const waiting = stops.current;
    return () => {
      for (const stop of waiting.values()) stop.abort();
    };
  }, []);

  const change = (key: number, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: number) => {
    stops.current.get(key)?.abort();
    stops.current.delete(key);
    setSending((all) => all.filter((one) => one.key !== key));
  };

  async function send({ key, file }: Sending, { signal }: AbortController): Promise<void> {
    if (signal.aborted) return;
    try {
      const progress = (share: number) => change(key, { progress: share });
      const added = await current.current.upload(file, { signal, progress });
      if (signal.aborted) return;
      drop(key);
      current.current.onAdd(added);
    } catch (error) {
      if (!signal.aborted) change(key, { refusal: current.current.explain(error), progress: null });
    }
  }

  function add(files: readonly File[]) {
    const added = files.map((file) => ({ key: ++number.current, file, progress: null, refusal: null }));
    setSending((all) => [...all.filter(({ refusal }) => refusal === null), ...added]);
    for (const one of added) {
      const stop = new AbortController();
      stops.current.set(one.key, stop);
      last.current = last.current.then(() => send(one, stop));
    }
  }
  /** Files that are not sent at all, each with the reason as text. */
  function refuse(files: readonly { file: File; refusal: string }[]) {
    setSending((all) => [
      ...all,
      ...files.map(({ file, refusal }) => ({ key: ++number.current, file, progress: null, refusal })),
    ]);
  }
  return { sending, add, refuse, drop };
}
