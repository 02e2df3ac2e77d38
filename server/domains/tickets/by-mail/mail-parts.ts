/** A mail taken apart: its headers, and its parts as they are nested. */
import { once } from "node:events";
import { type MimeNode, Splitter } from "@zone-eu/mailsplit";
import { decodeHeader } from "./headers.ts";

export interface MailPart {
  /** In lower case; `text/plain` if none is given. */
  type: string;
  charset: string | null;
  /** Empty if it has none. */
  name: string;
  isAttached: boolean;
  /** The id by which a text shows it, without angle brackets; null if it has none. */
  cid: string | null;
  /** Of `format=flowed`, and whether the space at a line's end is dropped. */
  flowed: { delSp: boolean } | null;
  content: Buffer;
  parts: MailPart[];
}

export interface Mail {
  /** Each header line as it was sent, unfolded, with its name in lower case; in order. */
  headers: { name: string; value: string }[];
  root: MailPart;
}

const unfolded = (value: string): string => value.replaceAll(/\s+/g, " ").trim();

function readHeaders({ headers }: MimeNode): Mail["headers"] {
  if (!headers) return [];
  return headers.getList().map(({ key, line }) => ({ name: key, value: unfolded(line.slice(line.indexOf(":") + 1)) }));
}

function toMailPart(node: MimeNode): MailPart {
  const cid = node.headers ? unfolded(node.headers.getFirst("content-id")).replaceAll(/[<>]/g, "") : "";
  return {
    type: node.contentType || "text/plain",
    charset: node.charset || null,
    name: node.filename ? decodeHeader(node.filename) : "",
    isAttached: node.disposition !== false && node.disposition !== "inline",
    cid: cid === "" ? null : cid,
    flowed: node.flowed ? { delSp: node.delSp } : null,
    content: Buffer.alloc(0),
    parts: [],
  };
}

/**
 * Text in base64 to which a server on its way added lines, as mailing lists do, or that is none: what cannot be base64 is
 * kept as it is. Null if all of it is base64.
 */
function decodedAndAdded(raw: string): Buffer | null {
  if (!/[^A-Za-z0-9+/=\s]|={1,2}\s*[^=\s]/.test(raw)) return null;
  const [coded = ""] = /^(?:[A-Za-z0-9+/]{4}\s*)*(?:[A-Za-z0-9+/]{2,3}={1,2})?/.exec(raw) ?? [];
  // A line of words is none of the code, though its first letters might be.
  const end = coded.endsWith("=") || raw.length === coded.length ? coded.length : coded.lastIndexOf("\n") + 1;
  const added = raw.slice(end).trim();
  return Buffer.concat([Buffer.from(raw.slice(0, end), "base64"), Buffer.from(`\n${added}`, "latin1")]);
}

/** The bytes of a part without the encoding of their way. */
async function decoded(node: MimeNode, chunks: readonly Buffer[]): Promise<Buffer> {
  if (node.encoding === "base64" && (node.contentType || "text/plain").startsWith("text/")) {
    const text = decodedAndAdded(Buffer.concat(chunks).toString("latin1"));
    if (text) return text;
  }
  const decoder = node.getDecoder();
  const out: Buffer[] = [];
  decoder.on("data", (chunk: Buffer) => out.push(chunk));
  const ended = once(decoder, "end");
  for (const chunk of chunks) decoder.write(chunk);
  decoder.end();
  await ended;
  return Buffer.concat(out);
}

/** Throws if there are too many parts, or too long headers. A mail inside it is one part. */
export async function readParts(source: Uint8Array): Promise<Mail> {
  const splitter = new Splitter({ ignoreEmbedded: true });
  const nodes = new Map<MimeNode, { part: MailPart; chunks: Buffer[] }>();
  splitter.end(Buffer.from(source));
  for await (const piece of splitter) {
    if (piece.type === "node") {
      const part = toMailPart(piece);
      if (piece.parentNode) nodes.get(piece.parentNode)?.part.parts.push(part);
      nodes.set(piece, { part, chunks: [] });
    } else nodes.get(piece.node)?.chunks.push(piece.value);
  }
  for (const [node, { part, chunks }] of nodes) {
    // What stands between parts is no content, unless no part was found: then the boundary is wrong.
    if (!node.multipart) part.content = await decoded(node, chunks);
    else if (part.parts.length === 0) part.content = Buffer.concat(chunks);
  }
  const [first] = nodes;
  if (!first) throw new Error("not a mail");
  return { headers: readHeaders(first[0]), root: first[1].part };
}
