/**
 * What a page has in memory alone goes along to the same page in another language, which is another document: through the
 * tab's storage, only at that moment, and read once.
 */
const prefix = "portico.handOver.";
const current = new Map<string, () => string>();

/** Names a text to hand over. */
export function onHandOver(name: string, text: () => string): void {
  if (typeof window !== "undefined") current.set(name, text);
}

/** Before another language is loaded. */
export function handOver(): void {
  for (const [name, text] of current) sessionStorage.setItem(prefix + name, text());
}

/** What the document before handed over, or null; removed with that. */
export function takeHandedOver(name: string): string | null {
  const text = sessionStorage.getItem(prefix + name);
  sessionStorage.removeItem(prefix + name);
  return text;
}
