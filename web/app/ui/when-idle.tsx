/** What a page's own content does not wait for. */
import { type ReactNode, useEffect, useState } from "react";

/** Runs once the page has nothing urgent to do, after two seconds at the latest; the result cancels it. */
export function whenIdle(start: () => void): () => void {
  // Safari has no idle callback.
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(start, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(start, { timeout: 2000 });
  return () => cancelIdleCallback(handle);
}

/** Shown from then on. */
export function WhenIdle({ children }: { children: ReactNode }) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle && children;
}
