/** Kinds of text files that the portal does not read, recognised so that a refusal can name them. */
import type { OtherFile } from "@portico/api/rules/other-files.ts";

/** What a file is, and the message of its standard, such as MT940 or camt.053.001.08. */
interface Recognised {
  kind: OtherFile;
  message?: string | undefined;
}

/** Characters at the start of a file that tell what it is. */
const head = 20_000;

/** Blanks, and the sign that begins a framed message. */
// oxlint-disable-next-line no-control-regex -- exactly this is looked for
const beginning = /^[\s\uFEFF\u0001]+/;

/** A line of a SWIFT message, such as `:60F:`; MT940 of some banks begins with other lines. */
const swiftTag = /^:(?:20C?|25P?|28[CDE]?|13[AD]|16R):/m;

/** Elements that only one kind of message of ISO 20022 has, for files without its namespace. */
const elements: readonly (readonly [RegExp, string])[] = [
  [/<(?:\w+:)?BkToCstmrStmt\b/, "camt.053"],
  [/<(?:\w+:)?BkToCstmrAcctRpt\b/, "camt.052"],
  [/<(?:\w+:)?BkToCstmrDbtCdtNtfctn\b/, "camt.054"],
  [/<(?:\w+:)?SctiesBalCtdyRpt\b/, "semt.002"],
  [/<(?:\w+:)?SctiesBalAcctgRpt\b/, "semt.003"],
];

function recogniseIso20022(text: string): Recognised | undefined {
  const named = [
    ...text.matchAll(/urn:(?:iso:std:iso:20022:tech|swift):xsd:[\w$]*?((?:[a-z]{4})\.\d{3}(?:\.\d{3}\.\d{2})?)\b/g),
  ]
    .map(([, message = ""]) => message)
    // The header of an envelope says nothing of what is in it.
    .find((message) => !message.startsWith("head."));
  const message = named ?? elements.find(([element]) => element.test(text))?.[1];
  if (message === undefined) return undefined;
  if (message.startsWith("camt.")) return { kind: "camt", message };
  return { kind: message.startsWith("semt.") ? "semt" : "iso20022", message };
}

/** Entries of a day that is not over: without balances, with a limit from which entries are told (`:34F:`). */
const isInterim = (text: string): boolean => /^:34F:/m.test(text) || (/^:13D:/m.test(text) && /^:61:/m.test(text));

function recogniseSwift(text: string): Recognised | undefined {
  const block = /^\{1:[FAL]\d\d/.exec(text);
  if (!block && !swiftTag.test(text.slice(0, 2000))) return undefined;
  const number =
    /\{2:[IO](\d{3})/.exec(text)?.[1] ??
    (/^:6[0-2][FM]:/m.test(text) ? "940" : isInterim(text) ? "942" : /^:16R:/m.test(text) ? "535" : undefined);
  // One tag alone may stand in any text.
  return block || number !== undefined ? { kind: "swift", message: number && `MT${number}` } : undefined;
}

/** What the text is, if it is of a kind that the portal does not read; undefined for any other text. */
export function recogniseOtherFile(content: string): Recognised | undefined {
  const text = content.slice(0, head).replace(beginning, "");
  if (/^OFXHEADER\s*:|^<\?OFX\b|^<OFX>/i.test(text) || /^<\?xml[^>]*\?>\s*<(?:\?OFX\b|OFX>)/i.test(text))
    return { kind: "ofx" };
  if (text.startsWith("<")) return recogniseIso20022(text);
  const swift = recogniseSwift(text);
  if (swift) return swift;
  if (/^\{\s*(?:"|\}|$)/.test(text) || /^\[\s*(?:[[{"\]]|-?\d|true|false|null)/.test(text)) return { kind: "json" };
  return undefined;
}
