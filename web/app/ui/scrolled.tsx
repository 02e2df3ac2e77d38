/** Content that scrolls sideways where it is wider than its place; then it takes the focus, so that keys scroll it. */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

interface ScrolledProps {
  className: string | undefined;
  children: ReactNode;
  /** Shows the middle first, instead of the start. */
  centred?: boolean;
}

export function Scrolled({ className, children, centred = false }: ScrolledProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isWider, setWider] = useState(false);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measure = () => setWider(element.scrollWidth > element.clientWidth + 1);
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
    return () => sizes.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = place.current;
    if (element && centred && isWider) element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
  }, [centred, isWider]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by key
    <div ref={place} className={className} {...(isWider && { tabIndex: 0 })}>
      {children}
    </div>
  );
}
