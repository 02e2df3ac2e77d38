/** After a navigation, keyboard and screen reader start at the page's content, unless the page has set the focus. */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

export function FocusOnNavigation(): null {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const main = document.querySelector("main");
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
