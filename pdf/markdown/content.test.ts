/** Texts on public pages: no HTML, and addresses that a browser cannot be tricked with. */
import { expect, test } from "vitest";
import { parseContent } from "./content.ts";

const faultsOf = (text: string, known?: string[]) => {
  const parsed = parseContent(text, known);
  return "faults" in parsed ? parsed.faults : [];
};

test.each([
  "/learn-more/fees",
  "/learn-more/terms#custody",
  "/register",
  "https://firm.example/a?b=c",
  "mailto:desk@firm.example",
])("a link to %s is kept", (address) => expect(faultsOf(`[a](${address})`)).toEqual([]));

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "&#106;avascript:alert(1)",
  "%6aavascript:alert(1)",
  "vbscript:x",
  "data:text/html;base64,PHNjcmlwdD4=",
  "//evil.example",
  "/\\evil.example",
  "/%5Cevil.example/..//evil.example",
  "/a//evil.example",
  "http://firm.example",
  "file:///etc/passwd",
  "blob:https://firm.example/1",
  "/ evil",
])("a link to %s is refused or no link at all", (address) => {
  const parsed = parseContent(`[a](${address})`);
  if ("blocks" in parsed) expect(JSON.stringify(parsed.blocks)).not.toContain('"link"');
  else expect(parsed.faults[0]).toMatchObject({ code: "linkAddress" });
});

test.each([
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "text <b onmouseover=alert(1)>b</b>",
  "<svg onload=alert(1)>",
  "![a](https://track.example/p.png)",
  "<!-- a -->",
])("%j is refused", (text) => expect(faultsOf(text)[0]).toMatchObject({ code: "unsupported" }));

test("placeholders that the page does not fill are named with their lines", () => {
  expect(faultsOf("{{firm}}\n\n- {{nothing}}", ["firm"])).toEqual([
    { code: "unknownPlaceholder", name: "nothing", line: 3 },
  ]);
});
