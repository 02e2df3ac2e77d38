/** Where the focus goes when its element is gone: a button removed with its card, or disabled while saving. */

const targets = "button, a, input, textarea, select, section, ul, ol, main";

/** The element and its ancestors, innermost first. */
function targetsOf(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = element?.closest<HTMLElement>(targets); at; at = at.parentElement?.closest<HTMLElement>(targets))
    found.push(at);
  return found;
}

export const canFocus = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(":disabled") && element.getClientRects().length > 0;

/**
 * Remembers the focus and returns a function that restores it: to the same element, or the nearest ancestor still
 * there. If the focus moved elsewhere meanwhile, it stays, unless it is in the dialog being closed.
 */
export function rememberFocus(): () => void {
  const remembered = targetsOf(document.activeElement);
  return () => {
    const closing = document.activeElement?.closest('[role="dialog"]');
    // After React has removed or re-enabled elements.
    setTimeout(() => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body && !closing?.contains(activeElement)) return;
      const target = remembered.find(canFocus);
      if (!target) return;
      if (target.matches("section, ul, ol") && !target.hasAttribute("tabindex")) target.tabIndex = -1;
      target.focus({ preventScroll: true });
    });
  };
}
