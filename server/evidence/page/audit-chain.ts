/** Computes the hashes of the audit trail again (server/audit/chain.ts writes them). */
import { canonical, type Plain } from "../../audit/canonical.ts";
import type { AuditTrail } from "../../audit/trail.ts";
import { sha256 } from "./certificates.ts";
import { type Bytes, fromHex, hex, joined } from "./der.ts";

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

/** The position of the first entry that does not follow from the one before, or null. Throws for something else. */
export async function brokenLink({ chain, before, links, entries }: AuditTrail): Promise<number | null> {
  let hash = fromHex(before.hash);
  let { position } = before;
  const left = [...entries];
  for (const link of links) {
    position += 1;
    const content = fromHex(link);
    hash = await sha256(joined(hash, utf8(`${chain}/${position}/`), content));
    const entry = left[0];
    if (entry?.position !== position) continue;
    left.shift();
    if (entry.hash !== hex(hash)) return position;
    if ("erased" in entry) continue;
    const own = await sha256(joined(fromHex(entry.salt), utf8(canonical(entry.content as unknown as Plain))));
    if (hex(own) !== link) return position;
  }
  return left[0]?.position ?? null;
}
