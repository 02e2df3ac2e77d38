/** PDFs of every shape that a seal meets. */
import { deflateSync } from "node:zlib";
import { PDF } from "@libpdf/core";
import { packedPages, pdfOf, pdfOfReferences, pdfPacked, pdfWith } from "../../domains/files/testing/samples.ts";

const ofPages = async (pages: number, options: { useXRefStream: boolean }): Promise<Buffer> => {
  const pdf = PDF.create();
  for (let page = 0; page < pages; page += 1) pdf.addPage({ size: "a4" });
  return Buffer.from(await pdf.save(options));
};

async function updated(): Promise<Buffer> {
  const pdf = await PDF.load(await pdfOf());
  pdf.setTitle("Updated");
  return Buffer.from(await pdf.save({ incremental: true }));
}

/** Says that it is linearised, as files made for the web do. */
const linearised = (): Buffer => pdfWith("", "<< /Linearized 1 /L 900 /H [1 2] /O 3 /E 800 /N 1 /T 700 >>");

const field = "<< /Type /Annot /Subtype /Widget /FT /Sig /T (firm) /Rect [0 0 0 0] /P 3 0 R >>";

/** By name, each a file or the making of one. */
export const shapes: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  "table, by hand": () => pdfWith(""),
  "table, by libpdf": () => ofPages(3, { useXRefStream: false }),
  "stream, by libpdf": () => ofPages(3, { useXRefStream: true }),
  "objects in a stream": () => pdfPacked("", packedPages()),
  "objects in a stream, with annotations there": () => pdfPacked("", packedPages("/Annots []")),
  "an update already": updated,
  linearised,
  "no line end at the end": () => pdfWith("").subarray(0, -1),
  "a form inside the catalog": () => pdfWith("/AcroForm << /Fields [] /DR << >> >>"),
  "a form and fields as objects": () => pdfWith("/AcroForm 4 0 R", "<< /Fields 5 0 R >>", "[]"),
  "the field already": () => pdfWith("/AcroForm << /Fields [4 0 R] >>", field),
  "values behind references": pdfOfReferences,
  "page texts": () => {
    const content = deflateSync(Buffer.from("BT /F1 12 Tf (Hello) Tj ET")).toString("latin1");
    return pdfWith(
      "/Lang (bg-BG)",
      `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content}\nendstream`,
    );
  },
};

const certification = (permission: string): Buffer =>
  pdfWith(
    "/Perms << /DocMDP 4 0 R >> /AcroForm << /Fields [5 0 R 6 0 R] /SigFlags 3 >>",
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 1 2 3] /Contents <00>
      /Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams ${permission} /V /1.2 >> >>] >>`,
    "<< /Type /Annot /Subtype /Widget /FT /Sig /T (author) /V 4 0 R /Rect [0 0 0 0] /P 3 0 R >>",
    "<< /Type /Annot /Subtype /Widget /FT /Sig /T (firm) /Rect [0 0 0 0] /P 3 0 R >>",
  );

/** Certified by its author; `permission` as in the standard's table of transform parameters. */
export const certified = {
  noChanges: certification("/P 1"),
  filling: certification("/P 2"),
  byDefault: certification(""),
};

export async function encrypted(): Promise<Buffer> {
  const pdf = await PDF.load(await pdfOf());
  pdf.setProtection({ userPassword: "secret", ownerPassword: "owner" });
  return Buffer.from(await pdf.save());
}
/** Opens without a password, but may not be changed. */
export async function restricted(): Promise<Buffer> {
  const pdf = await PDF.load(await pdfOf());
  pdf.setProtection({ userPassword: "", ownerPassword: "owner" });
  return Buffer.from(await pdf.save());
}
