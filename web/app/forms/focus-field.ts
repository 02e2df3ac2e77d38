/** Puts the focus on the field of a path, or on the first field within it. */
export function focusField(path: string): void {
  const place = document.getElementById(path);
  const target =
    document.getElementsByName(path)[0] ??
    place?.querySelector<HTMLElement>("input, select, textarea") ??
    place?.querySelector<HTMLElement>("button") ??
    place;
  target?.focus();
  target?.scrollIntoView({ block: "center" });
}

/** The same for a field that is only about to be drawn. */
export function focusFieldSoon(path: string): void {
  requestAnimationFrame(() => focusField(path));
}
