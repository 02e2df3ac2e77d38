/** A PDFKit document with our settings: tagged, PDF 1.7, A4, nothing in it from the clock or by chance. */
import { createHash } from "node:crypto";
import PdfKit from "pdfkit";
import type { Faces } from "./faces.ts";
import { page } from "./style.ts";

export interface FileSettings {
  language: string;
  title: string;
  author: string;
  /** An instant, ISO 8601. */
  date: string;
  /** Text that identifies the data; the file's id is its hash. */
  data: string;
  /** Whether the file says of itself that it keeps to PDF/UA-1. */
  claimsAccessible?: boolean;
}

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

interface Picture {
  width: number;
  height: number;
}

class TaggedFile extends PdfKit {
  #claimsAccessible: boolean;
  #pictures = new Map<string, Picture>();

  constructor({ language, title, author, date, data, claimsAccessible = false }: FileSettings) {
    const instant = new Date(date);
    super({
      pdfVersion: "1.7",
      tagged: true,
      lang: language,
      displayTitle: true,
      autoFirstPage: false,
      size: [page.width, page.height],
      margin: 0,
      // PDFKit loads Helvetica unless it is told otherwise.
      font: null as never,
      info: {
        Title: title,
        Author: author,
        Producer: "Portico",
        Creator: "Portico",
        CreationDate: instant,
        ModDate: instant,
      },
    });
    this.#claimsAccessible = claimsAccessible;
    // PDFKit derives the id from title and dates, which two different documents may share.
    Object.assign(this, { _id: createHash("sha256").update(data).digest().subarray(0, 16) });
  }

  /** PDFKit puts title and author into XML as they are; the information dictionary is already written here. */
  override endMetadata(): void {
    const { Title, Author } = this.info;
    Object.assign(this.info, { Title: escapeXml(Title ?? ""), Author: escapeXml(Author ?? "") });
    // PDFKit's own way to say it adds the glyph sets of PDF/A-1 too.
    if (this.#claimsAccessible)
      this.appendXML(
        '<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about=""><pdfuaid:part>1</pdfuaid:part></rdf:Description>',
      );
    super.endMetadata();
  }

  /** A PNG in base64, opened once. */
  picture(base64: string): Picture {
    let found = this.#pictures.get(base64);
    if (!found) {
      found = (this as unknown as { openImage: (bytes: Buffer) => Picture }).openImage(Buffer.from(base64, "base64"));
      this.#pictures.set(base64, found);
    }
    return found;
  }
}

export type { TaggedFile };

/** Opens an empty document that knows the faces by their names. A face that is not used does not get into the file. */
export function openFile(settings: FileSettings, faces: Faces): TaggedFile {
  const file = new TaggedFile(settings);
  for (const [name, font] of Object.entries(faces)) file.registerFont(name, font as never);
  return file;
}

export async function bytesOfFile(file: TaggedFile): Promise<Uint8Array> {
  file.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk as Uint8Array);
  return new Uint8Array(Buffer.concat(chunks));
}
