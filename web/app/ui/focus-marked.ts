/** Focuses the first field of a form or dialog that is marked as wrong, once it is. */
export const focusMarked = (place: Element | null): void =>
  void requestAnimationFrame(() => place?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus());
