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
}

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

class TaggedFile extends PdfKit {
  constructor({ language, title, author, date, data }: FileSettings) {
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
    // PDFKit derives the id from title and dates, which two different documents may share.
    Object.assign(this, { _id: createHash("sha256").update(data).digest().subarray(0, 16) });
  }

  /** PDFKit puts title and author into XML as they are; the information dictionary is already written here. */
  override endMetadata(): void {
    const { Title, Author } = this.info;
    Object.assign(this.info, { Title: escapeXml(Title ?? ""), Author: escapeXml(Author ?? "") });
    super.endMetadata();
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
