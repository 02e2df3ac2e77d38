/** Where the focus goes once what had it is gone: a button that vanished with its card, or that was switched off while it saved. */

const places = "button, a, input, textarea, select, section, ul, ol, main";

/** The element and what it stands in, from the inside out. */
function placesOf(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = element?.closest<HTMLElement>(places); at; at = at.parentElement?.closest<HTMLElement>(places))
    found.push(at);
  return found;
}

export const canFocus = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(":disabled") && element.getClientRects().length > 0;

/**
 * Remembers where the focus is and gives how to bring it back: to the same place, or to the nearest around it that is still there. A
 * focus that went elsewhere meanwhile stays, unless it lies in the dialog that is closing.
 */
export function rememberFocus(): () => void {
  const remembered = placesOf(document.activeElement);
  return () => {
    const closing = document.activeElement?.closest('[role="dialog"]');
    // After React has taken away, or switched on again, what it has to.
    setTimeout(() => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body && !closing?.contains(activeElement)) return;
      const place = remembered.find(canFocus);
      if (!place) return;
      if (place.matches("section, ul, ol") && !place.hasAttribute("tabindex")) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    });
  };
}
