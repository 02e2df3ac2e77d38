/** A part that comes with its figures, and which an address may lead to. */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Scrolls to the element and focuses it once it is there, if the address ends so. */
export function useShownAt(hash: string) {
  const place = useRef<HTMLHeadingElement>(null);
  const { hash: asked } = useLocation();
  useEffect(() => {
    const element = place.current;
    if (!element || asked !== hash) return;
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "start" });
  }, [asked, hash]);
  return place;
}
