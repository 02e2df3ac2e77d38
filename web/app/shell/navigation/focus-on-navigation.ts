/**
 * After a navigation, keyboard and screen reader start at the page's heading, or at its content until there is one, unless
 * the page has set the focus.
 */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** A page whose heading comes later than that keeps the focus at its content. */
const waitMs = 10_000;

export function FocusOnNavigation(): null {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    return focusHeading();
  }, [pathname]);
  return null;
}

/** Focuses the page's heading once it is there; the returned function stops waiting. */
function focusHeading(): () => void {
  const isLeft = (): boolean => {
    const active = document.activeElement;
    return active === null || active === document.body || active === document.querySelector("main");
  };
  const isInPage = document.querySelector("main")?.contains(document.activeElement) === true;
  if (isInPage && !isLeft()) return () => undefined;
  const take = (): boolean => {
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (take()) return () => undefined;
  document.querySelector("main")?.focus({ preventScroll: true });
  const stop = () => {
    observer.disconnect();
    clearTimeout(end);
  };
  const observer = new MutationObserver(() => {
    // Somebody, or the page, has moved on meanwhile.
    if (!isLeft() || take()) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const end = setTimeout(stop, waitMs);
  return stop;
}
