/** Puts the focus on the field of a path, or within it on the first that is wrong, else on the first. */
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

/** The same for a field that is only about to be drawn. */
export function focusFieldSoon(path: string): void {
  requestAnimationFrame(() => focusField(path));
}
