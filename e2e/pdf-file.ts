/** A PDF with pages of the given content streams; text is in Helvetica, which is not embedded. */
export function pdfOf(contents: readonly string[]): Buffer {
  const pageNumber = (index: number): number => 4 + index * 2;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${contents.map((_, index) => `${pageNumber(index)} 0 R`).join(" ")}]/Count ${contents.length}>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ...contents.flatMap((content, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${pageNumber(index) + 1} 0 R>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ]),
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return String(place).padStart(10, "0");
  });
  const table = ["0000000000 65535 f ", ...places.map((place) => `${place} 00000 n `)].join("\n");
  const end = `xref\n0 ${objects.length + 1}\n${table}\ntrailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, "latin1");
}
