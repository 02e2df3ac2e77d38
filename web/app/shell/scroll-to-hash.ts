/**
 * Scrolls to the element of the address's hash. The router does so once; much of a page appears later, with its data.
 * Continues until it is found and the page is stable, or the reader scrolls.
 */
import { useEffect } from "react";
import { useLocation } from "react-router";

/** A part that appears later no longer scrolls the page. */
const patienceMs = 10_000;
/** After the part was found, content above it may still move it. */
const settlingMs = 2000;
const ownMoves = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** A reload and "back" return to the reader's position. */
const isReturn = (): boolean => {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload" || entry?.type === "back_forward";
};

function follow(id: string): () => void {
  const controller = new AbortController();
  let until = performance.now() + patienceMs;
  let isFound = false;
  const look = () => {
    if (performance.now() > until) return controller.abort();
    const part = document.getElementById(id);
    if (!part) return undefined;
    if (!isFound) until = performance.now() + settlingMs;
    isFound = true;
    part.scrollIntoView();
    return undefined;
  };
  const observer = new ResizeObserver(look);
  const changes = new MutationObserver(look);
  controller.signal.addEventListener("abort", () => {
    observer.disconnect();
    changes.disconnect();
  });
  for (const move of ownMoves)
    addEventListener(move, () => controller.abort(), { signal: controller.signal, passive: true });
  observer.observe(document.body);
  changes.observe(document.body, { childList: true, subtree: true });
  look();
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
    return follow(decodeURIComponent(hash.slice(1)));
  }, [hash, key]);
  return null;
}
