/** Where the focus goes when a part of the page opens, or its element is gone: removed with its card, or disabled while saving. */

const targets = "button, a, input, textarea, select, section, ul, ol, main";

/** For an element to be enabled again after a call, on a busy machine too. */
const waitMs = 25;
const mostWaits = 40;

/** The element and its ancestors, innermost first. */
function targetsOf(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = element?.closest<HTMLElement>(targets); at; at = at.parentElement?.closest<HTMLElement>(targets))
    found.push(at);
  return found;
}

/** As the `ref` of what is to be done next, in a part of the page that the reader has just opened. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

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
    const [first] = remembered;
    let waits = mostWaits;
    const restore = () => {
      // React has not enabled it again yet.
      if (first?.isConnected && first.matches(":disabled") && waits > 0) {
        waits -= 1;
        setTimeout(restore, waitMs);
        return;
      }
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body && !closing?.contains(activeElement)) return;
      const target = remembered.find(canFocus);
      if (!target) return;
      if (target.matches("section, ul, ol") && !target.hasAttribute("tabindex")) target.tabIndex = -1;
      target.focus({ preventScroll: true });
    };
    // After React has removed elements.
    setTimeout(restore);
  };
}
