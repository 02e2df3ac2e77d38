/** How far the reader of a contract got: nothing is signed before its file was read whole. */
import type { ShownToSigner } from "@portico/api/contracts/shapes.ts";
import { useCallback, useState } from "react";
import type { DrawnPage } from "../shell/viewer/open-file.ts";

/** What was seen of the file with this hash. Times are those of this device, in milliseconds. */
export interface Seen {
  sha256: string;
  /** 0 until the file is open. */
  pages: number;
  drawn: readonly number[];
  /** When the last of all pages was drawn. */
  wholeAt?: number;
  isDownloaded: boolean;
  /** When the reader said that they read what they downloaded. */
  statedAt?: number | undefined;
}

export const nothingSeen = (sha256: string): Seen => ({ sha256, pages: 0, drawn: [], isDownloaded: false });

/** With another page. One on which nothing could be drawn was not shown. */
export function withPage(seen: Seen, { page, pages, isBlank }: DrawnPage, now: number): Seen {
  if (isBlank || seen.drawn.includes(page)) return pages === seen.pages ? seen : { ...seen, pages };
  const drawn = [...seen.drawn, page];
  return { ...seen, pages, drawn, ...(drawn.length === pages && { wholeAt: now }) };
}

export const missingPages = ({ pages, drawn }: Seen): number[] =>
  Array.from({ length: pages }, (_, index) => index + 1).filter((page) => !drawn.includes(page));

const longestSeconds = 7 * 24 * 3600;

/** What the signature says of it; undefined while the file is unread. */
export function shownOf({ wholeAt, statedAt }: Seen, now: number): ShownToSigner | undefined {
  const at = wholeAt ?? statedAt;
  if (at === undefined) return undefined;
  const secondsAgo = Math.min(Math.max(Math.floor((now - at) / 1000), 0), longestSeconds);
  return { how: wholeAt === undefined ? "downloaded" : "displayed", secondsAgo };
}

export interface Reading {
  seen: Seen;
  isRead: boolean;
  /** For the viewer. */
  onDrawn: (page: DrawnPage) => void;
  onDownloaded: () => void;
  /** The reader says, or takes back, that they read what they downloaded. */
  state: (isRead: boolean) => void;
}

/** Of the file with this hash: another file is unread. */
export function useReading(sha256: string): Reading {
  const [kept, setKept] = useState(() => nothingSeen(sha256));
  const change = useCallback(
    (changed: (seen: Seen) => Seen) => setKept((now) => changed(now.sha256 === sha256 ? now : nothingSeen(sha256))),
    [sha256],
  );
  const onDrawn = useCallback((page: DrawnPage) => change((seen) => withPage(seen, page, Date.now())), [change]);
  const seen = kept.sha256 === sha256 ? kept : nothingSeen(sha256);
  return {
    seen,
    isRead: (seen.wholeAt ?? seen.statedAt) !== undefined,
    onDrawn,
    onDownloaded: () => change((now) => ({ ...now, isDownloaded: true })),
    state: (isRead) => change((now) => ({ ...now, statedAt: isRead ? Date.now() : undefined })),
  };
}
