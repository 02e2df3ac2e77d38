/** The second click of a double click on what opens a dialog is no click on the dialog, nor beside it. */
import { useLayoutEffect } from "react";

/** The longest time between the clicks of a double click, as systems have it. */
const doubleClickMs = 500;

export function useOpeningClick(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const ignore = (event: MouseEvent): void => {
      if (event.detail < 2) return;
      event.stopPropagation();
      event.preventDefault();
    };
    const stop = (): void => window.removeEventListener("click", ignore, { capture: true });
    window.addEventListener("click", ignore, { capture: true });
    const timer = setTimeout(stop, doubleClickMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [opened]);
}
