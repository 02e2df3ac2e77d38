/** Waiting for something that should not move the page when it comes, but that the page can do without. */
import { useEffect, useState } from "react";

/** True while `isLoading`, and for at most `milliseconds` after the component appeared. */
export function useBriefWait(isLoading: boolean, milliseconds = 1000): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isLoading && !isOver;
}
