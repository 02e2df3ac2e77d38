/**
 * Rendered documents, kept until something that they show changes. A document is the same for everyone but for a nonce and a
 * cookie, which are filled in when it is sent (page-answers.ts).
 */
import { LRUCache } from "lru-cache";
import { sharedReads } from "../kernel/shared-reads.ts";
import type { RenderedPage } from "./page-answers.ts";

/** Bytes of text. Addresses with a query have a place of their own, so that they cannot push out the others. */
const mostBytes = 24_000_000;
const mostQueriedBytes = 4_000_000;
/** Values of funds, rates and the day appear within so long: no stamp counts them. */
const freshMs = 60_000;
/** Until then a visitor gets the document that is there while a new one is rendered for the next. */
const usableMs = 600_000;

interface Entry {
  page: RenderedPage;
  stamp: string;
  at: number;
}

const storeOf = (maxSize: number) =>
  new LRUCache<string, Entry>({ maxSize, sizeCalculation: ({ page }) => 2 * page.html.length + 1000 });

/**
 * `stamp` changes whenever something that the pages show does: published texts, tables, the brand. It is read for each
 * request, so that all processes agree. Without it nothing is kept.
 */
export function keptPages(stamp: (() => Promise<string>) | undefined) {
  const [pages, queried] = [storeOf(mostBytes), storeOf(mostQueriedBytes)];
  const underWay = new Map<string, Promise<RenderedPage>>();
  const readStamp = stamp && sharedReads(stamp);
  const storeFor = (address: string) => (address.includes("?") ? queried : pages);

  /** Rendered once for all who ask meanwhile; but a page that failed is only for whoever asked for it. */
  async function renderOnce(address: string, current: string, render: () => Promise<RenderedPage>) {
    const key = `${current} ${address}`;
    const others = underWay.get(key);
    const joined = others && (await others.catch(() => undefined));
    if (joined?.isLasting) return joined;
    const own = render();
    underWay.set(key, own);
    try {
      const page = await own;
      if (page.isLasting) storeFor(address).set(address, { page, stamp: current, at: performance.now() });
      return page;
    } finally {
      if (underWay.get(key) === own) underWay.delete(key);
    }
  }

  /** The document of an address: the kept one, or `render`'s, which is kept if it is lasting. */
  return async function find(address: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    // Without the database pages are rendered as far as they can be.
    const current = await readStamp?.().catch(() => undefined);
    if (current === undefined) return render();
    const entry = storeFor(address).get(address);
    const age = entry?.stamp === current ? performance.now() - entry.at : Number.POSITIVE_INFINITY;
    if (!entry || age > usableMs) return renderOnce(address, current, render);
    if (age > freshMs && !underWay.has(`${current} ${address}`))
      renderOnce(address, current, render).catch(() => undefined);
    return entry.page;
  };
}
