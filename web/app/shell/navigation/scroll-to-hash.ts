/**
 * Scrolls to the element of the address's hash. The router does so once; much of a page appears later, with its data.
 * Continues until it is found and the page is stable, or the reader scrolls.
 */
import { useEffect } from "react";
import { useLocation } from "react-router";

/** A part that appears later no longer scrolls the page. */
const giveUpAfterMs = 10_000;
/** After the part was found, content above it may still move it. */
const settlingMs = 2000;
const readerEvents = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** A reload and "back" return to the reader's position. */
const isReturn = (): boolean => {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload" || entry?.type === "back_forward";
};

function scrollUntilSettled(id: string): () => void {
  const controller = new AbortController();
  let until = performance.now() + giveUpAfterMs;
  let isFound = false;
  const scrollToPart = () => {
    if (performance.now() > until) return controller.abort();
    const part = document.getElementById(id);
    if (!part) return undefined;
    if (!isFound) until = performance.now() + settlingMs;
    isFound = true;
    part.scrollIntoView();
    return undefined;
  };
  const observer = new ResizeObserver(scrollToPart);
  const changes = new MutationObserver(scrollToPart);
  controller.signal.addEventListener("abort", () => {
    observer.disconnect();
    changes.disconnect();
  });
  for (const move of readerEvents)
    addEventListener(move, () => controller.abort(), { signal: controller.signal, passive: true });
  observer.observe(document.body);
  changes.observe(document.body, { childList: true, subtree: true });
  scrollToPart();
  return () => controller.abort();
}

let isFirst = true;

export function ScrollToHash(): null {
  const { hash, key } = useLocation();
  useEffect(() => {
    const isReturning = isFirst && isReturn();
    isFirst = false;
    // The key: clicking the same hash again scrolls again.
    if (hash.length < 2 || isReturning || key === "") return undefined;
    return scrollUntilSettled(decodeURIComponent(hash.slice(1)));
  }, [hash, key]);
  return null;
}
