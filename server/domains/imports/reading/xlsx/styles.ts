/** Which cells of a workbook are dates: their number format says so. */
import type { Parts } from "./parts.ts";

/** Formats that every workbook has without writing them: days, times, and those of East Asia. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Without texts in quotes, escaped characters, colours and conditions. */
const isDateCode = (code: string): boolean =>
  /[dmyhs]/i.test(
    code
      .replace(/"[^"]*"|\\.|_.|\*./g, "")
      .replace(/\[(?!h{1,9}\]|m{1,9}\]|s{1,9}\])[^[\]]*\]/gi, "")
      .replace(/general/gi, ""),
  );

/** Says of the number of a cell's style whether it shows a date. */
export function readDateStyles(parts: Parts): (style: number) => boolean {
  const path = "xl/styles.xml";
  if (!parts.has(path)) return () => false;
  const own = new Map<number, boolean>();
  const styles: number[] = [];
  let isInCells = false;
  parts.read(path, {
    open(name, attributes) {
      if (name === "numFmt") own.set(Number(attributes["numFmtId"]), isDateCode(attributes["formatCode"] ?? ""));
      if (name === "cellXfs") isInCells = true;
      if (name === "xf" && isInCells) styles.push(Number(attributes["numFmtId"] ?? 0));
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return (style) => {
    const id = styles[style] ?? 0;
    return own.get(id) ?? isBuiltInDate(id);
  };
}
