/**
 * An incremental update of a PDF: objects appended to bytes that stay as they are, with a cross-reference section of the
 * kind that the file has. Not libpdf's own: that one writes the whole file again if it is linearised.
 */
import { type PDF, type PdfObject, PdfRef } from "@libpdf/core";

/** Text of an object: what libpdf writes into its ByteWriter, which it does not export. */
function written(object: PdfObject): Buffer {
  const parts: Buffer[] = [];
  const write = (part: Uint8Array | string, encoding: "latin1" | "utf8" = "latin1"): void =>
    void parts.push(typeof part === "string" ? Buffer.from(part, encoding) : Buffer.from(part));
  const writer = {
    writeByte: (byte: number) => write(Buffer.from([byte])),
    writeBytes: (bytes: Uint8Array) => write(bytes),
    writeAscii: (ascii: string) => write(ascii),
    writeUtf8: (text: string) => write(text, "utf8"),
  };
  object.toBytes(writer as unknown as Parameters<PdfObject["toBytes"]>[0]);
  return Buffer.concat(parts);
}

export interface Update {
  /** Writes an object of the file again, in its place. */
  change: (ref: PdfRef, object: PdfObject) => void;
  /** A reference to an object that `change` writes. */
  allocate: () => PdfRef;
  /** The whole file with the changes, `last` as its last object, and where the text of that begins. */
  finish: (last: { ref: PdfRef; text: string }, secondId: Buffer) => { bytes: Buffer; lastAt: number };
}

/** Where the file's newest cross-reference section is; throws without one at that place. */
function newestSection(file: Buffer): { at: number; isTable: boolean } {
  const end = file.toString("latin1", Math.max(0, file.length - 2048));
  const place = [...end.matchAll(/startxref\s+(\d{1,10})\s+%%EOF/g)].at(-1)?.[1];
  const at = Number(place);
  if (place === undefined || at >= file.length) throw new Error("no place of the cross-reference section");
  const start = file.toString("latin1", at, at + 32);
  if (!/^(?:xref\b|\d+\s+\d+\s+obj\b)/.test(start)) throw new Error("no cross-reference section at its place");
  return { at, isTable: start.startsWith("xref") };
}

/** Throws if the file's end does not say where its newest cross-reference section is. */
export function beginUpdate(file: Buffer, pdf: PDF): Update {
  const { trailer } = pdf.context.info;
  const section = newestSection(file);
  let next = Math.max(trailer.getNumber("Size")?.value ?? 0, pdf.context.registry.nextObjectNumber);
  // By text: libpdf gives several references to one object, once there are many.
  const changed = new Map<string, { ref: PdfRef; object: PdfObject }>();
  const allocate = (): PdfRef => PdfRef.of(next++, 0);
  return {
    change: (ref, object) => void changed.set(ref.toString(), { ref, object }),
    allocate,
    finish(last, secondId) {
      const parts = [file];
      let length = file.length;
      const append = (part: Buffer): void => {
        parts.push(part);
        length += part.length;
      };
      const ends = file.at(-1) === 0x0a || file.at(-1) === 0x0d;
      if (!ends) append(Buffer.from("\n"));
      const places = new Map<number, Place>();
      const appendObject = ({ objectNumber, generation }: PdfRef, body: Buffer): number => {
        places.set(objectNumber, { at: length, generation });
        const head = Buffer.from(`${objectNumber} ${generation} obj\n`);
        const start = length + head.length;
        append(Buffer.concat([head, body, Buffer.from("\nendobj\n")]));
        return start;
      };
      for (const { ref, object } of changed.values()) appendObject(ref, written(object));
      const lastAt = appendObject(last.ref, Buffer.from(last.text, "latin1"));

      const sectionAt = length;
      const stream = section.isTable ? undefined : allocate();
      const entries = [`/Size ${next}`, `/Prev ${section.at}`];
      for (const key of ["Root", "Info"]) {
        const value = trailer.get(key);
        if (value instanceof PdfRef) entries.push(`/${key} ${value.objectNumber} ${value.generation} R`);
      }
      const id = trailer.getArray("ID", (ref) => pdf.getObject(ref))?.at(0);
      if (id) entries.push(`/ID [${written(id).toString("latin1")} <${secondId.toString("hex")}>]`);
      if (stream) {
        places.set(stream.objectNumber, { at: sectionAt, generation: 0 });
        appendObject(stream, xrefStream(places, entries));
      } else append(xrefTable(places, entries));
      append(Buffer.from(`startxref\n${sectionAt}\n%%EOF\n`));
      return { bytes: Buffer.concat(parts), lastAt };
    },
  };
}

interface Place {
  at: number;
  generation: number;
}

/** Runs of consecutive object numbers. */
function runsOf(places: ReadonlyMap<number, Place>): [number, Place][][] {
  const runs: [number, Place][][] = [];
  for (const entry of [...places].toSorted(([a], [b]) => a - b)) {
    const run = runs.at(-1);
    if (run && run.at(-1)?.[0] === entry[0] - 1) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function xrefTable(places: ReadonlyMap<number, Place>, entries: string[]): Buffer {
  const line = ({ at, generation }: Place): string =>
    `${String(at).padStart(10, "0")} ${String(generation).padStart(5, "0")} n \n`;
  const sections = runsOf(places).map(
    (run) => `${run[0]?.[0]} ${run.length}\n${run.map(([, place]) => line(place)).join("")}`,
  );
  return Buffer.from(`xref\n${sections.join("")}trailer\n<< ${entries.join(" ")} >>\n`, "latin1");
}

function xrefStream(places: ReadonlyMap<number, Place>, entries: string[]): Buffer {
  const runs = runsOf(places);
  const rows = runs.flat().map(([, { at, generation }]) => {
    const row = Buffer.alloc(8);
    row.writeUInt8(1, 0);
    row.writeUIntBE(at, 1, 5);
    row.writeUInt16BE(generation, 6);
    return row;
  });
  const index = runs.map((run) => `${run[0]?.[0]} ${run.length}`).join(" ");
  const content = Buffer.concat(rows);
  const dictionary = `<< /Type /XRef /W [1 5 2] /Index [${index}] /Length ${content.length} ${entries.join(" ")} >>`;
  return Buffer.concat([Buffer.from(`${dictionary}\nstream\n`, "latin1"), content, Buffer.from("\nendstream")]);
}
