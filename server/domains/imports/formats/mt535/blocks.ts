/** Fields of SWIFT's messages about securities: lines that begin with a tag, in blocks from `:16R:` to `:16S:`. */
import { UnreadableFile } from "../../reading/parsed-file.ts";

export interface Field {
  line: number;
  /** Such as `93B`. */
  tag: string;
  /** Such as `AGGR`, of a field that begins `:AGGR//`; empty for one without. */
  code: string;
  /** What follows, its lines as they are. */
  value: string;
}

/** Blocks that a field stands in, outermost first. */
export type Path = readonly string[];

const tagged = /^:(\d{2}[A-Z]?):(.*)$/;
const coded = /^:([A-Z0-9]{4})\/(?:[A-Z0-9]{0,8})\/([\s\S]*)$/;
/** Lines between messages: their frames, and the signs that some banks put around them. */
const frame = /^(?:\{[1-5]:.*|-\}.*|-|\$)?$/;
const longestValue = 20_000;

// oxlint-disable-next-line no-control-regex -- exactly these frame messages
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFD]/g;

interface Handlers {
  open: (block: string, line: number) => void;
  field: (field: Field, path: Path) => void;
  close: (block: string) => void;
}

/** Reads all messages of a text. A block that is closed without being open, or never, refuses the file. */
export function readBlocks(text: string, { open, field, close }: Handlers): void {
  const path: string[] = [];
  let pending: Field | undefined;
  const flush = (): void => {
    if (!pending) return;
    const { tag, line } = pending;
    const name = pending.value.trim();
    if (tag === "16R") {
      if (path.length >= 10) throw new UnreadableFile("malformedFile", line, `:16R:${name}`);
      path.push(name);
      open(name, line);
    } else if (tag === "16S") {
      if (path.pop() !== name) throw new UnreadableFile("malformedFile", line, `:16S:${name}`);
      close(name);
    } else field({ ...pending, ...codeOf(pending.value) }, path);
    pending = undefined;
  };
  const lines = text.replace(controls, "").replace(/\r\n?/g, "\n").split("\n");
  for (const [place, written] of lines.entries()) {
    const found = tagged.exec(written.trimEnd());
    if (found) {
      flush();
      pending = { line: place + 1, tag: found[1] as string, code: "", value: found[2] as string };
    } else if (frame.test(written.trim())) flush();
    else if (pending && pending.value.length < longestValue) pending.value += `\n${written.trimEnd()}`;
    else if (!pending) throw new UnreadableFile("malformedFile", place + 1, written);
  }
  flush();
  const left = path.at(-1);
  if (left !== undefined) throw new UnreadableFile("malformedFile", lines.length, `:16R:${left}`);
}

function codeOf(value: string): Pick<Field, "code" | "value"> {
  const found = coded.exec(value);
  return found ? { code: found[1] as string, value: found[2] as string } : { code: "", value };
}
