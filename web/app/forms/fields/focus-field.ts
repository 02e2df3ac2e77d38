/** Focuses the field of a path, or the first invalid field within it, otherwise the first. */
export function focusField(path: string): void {
  const place = document.getElementById(path);
  const target =
    document.getElementsByName(path)[0] ??
    place?.querySelector<HTMLElement>("[aria-invalid='true']") ??
    place?.querySelector<HTMLElement>("input, select, textarea") ??
    place?.querySelector<HTMLElement>("button") ??
    place;
  target?.focus();
  target?.scrollIntoView({ block: "center" });
}

/** The same for a field not rendered yet. */
export function focusFieldSoon(path: string): void {
  requestAnimationFrame(() => focusField(path));
}
