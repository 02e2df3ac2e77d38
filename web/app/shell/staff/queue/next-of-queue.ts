/** The next of a queue, once one is done: the queue is asked again, so that what others did meanwhile is passed over. */
import { useCallback } from "react";
import { useLocation } from "react-router";
import { useText } from "../../../ui/text.tsx";
import { alert } from "../../dialogs/alert.ts";
import { useLocaleNavigate, withoutLanguage } from "../../navigation/locale-link.tsx";
import { listIn, withList } from "../lists/list-of-reader.ts";

interface Walked {
  /** The queue's address, with its filter. */
  address: string;
  /** Paths of its first page, as they are now. */
  load: () => Promise<string[]>;
  /** As they were shown last. */
  shown: readonly string[];
}

let walked: Walked | undefined;

/** The queue that the reader is in; kept while they read what they opened there. */
export const rememberQueue = (queue: Walked): void => {
  walked = queue;
};

/** The first that came after `done` when the queue was shown and is still there, or else the first that is there. */
export function nextAfter(done: string, now: readonly string[], shown: readonly string[]): string | undefined {
  const left = now.filter((path) => path !== done);
  const place = shown.indexOf(done);
  return left.find((path) => shown.indexOf(path) > place) ?? left[0];
}

/**
 * Opens the next of the queue through which the reader came to this page, or the queue if nothing is left; elsewhere it does
 * nothing. `list`: the queue's path, as in routes.
 */
export function useOpenNext(list: string): () => Promise<void> {
  const t = useText();
  const navigate = useLocaleNavigate();
  const { pathname, search } = useLocation();
  return useCallback(async () => {
    const from = listIn(new URLSearchParams(search), [list]);
    const queue = walked;
    if (from === undefined || queue?.address !== from) return;
    const next = nextAfter(withoutLanguage(pathname), await queue.load(), queue.shown);
    if (next !== undefined) return navigate(withList(next, from));
    alert.success(t("admin.queue.end"));
    navigate(from);
  }, [t, navigate, pathname, search, list]);
}
