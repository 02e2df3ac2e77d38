/** The address of a link in ASCII, or null unless it is an https or mailto address. */
export function linkAddress(href: string): string | null {
  if (!/^(?:https:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return null;
  return new URL(href).href;
}
