/** Which PDFs are accepted. Each refused fixture shows one way to make a reader do something. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restriction } from "../testing/restricted.ts";
import { packedPages, pdfFrom, pdfOf, pdfOfReferences, pdfPacked, pdfWith } from "../testing/samples.ts";
import { carryOut } from "./validate.ts";

const refusal = async (content: Buffer): Promise<string | null> => {
  const validated = await carryOut("validate", "application/pdf", content);
  return "refused" in validated ? validated.refused : null;
};

const stream = (dictionary: string, content: string): string =>
  `<< /Length ${content.length} ${dictionary} >>\nstream\n${content}\nendstream`;
/** The page is object 3 and lists its annotations itself. */
const onPage = (annotation: string, ...objects: string[]): Buffer =>
  Buffer.from(
    pdfWith("", annotation, ...objects)
      .toString("latin1")
      .replace("/MediaBox [0 0 200 200]", "/Annots [ 4 0 R ]      "),
    "latin1",
  );

test("paper is taken: pages, links to pages of the web, outlines, forms without scripts, packed objects", async () => {
  const taken = {
    made: await pdfOf(),
    plain: pdfWith(""),
    packed: pdfPacked("", packedPages()),
    "link in the web": onPage(
      "<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://portal.registryagency.bg/) >> >>",
    ),
    "link behind references": onPage(
      "<< /Type /Annot /Subtype 5 0 R /A 6 0 R >>",
      "/Link",
      "<< /S 7 0 R /URI 8 0 R >>",
      "/URI",
      "(mailto:office@firm.test)",
    ),
    "link inside": onPage("<< /Type /Annot /Subtype /Link /A << /S /GoTo /D [3 0 R /Fit] >> >>"),
    "opens at a page": pdfWith("/OpenAction [3 0 R /Fit]"),
    "opens by an action": pdfWith("/OpenAction << /S /GoTo /D [3 0 R /Fit] >>"),
    outline: pdfWith(
      "/Outlines 4 0 R",
      "<< /Type /Outlines /First 5 0 R /Last 6 0 R /Count 2 >>",
      "<< /Title (One) /Parent 4 0 R /Next 6 0 R /F 2 /A << /S /GoTo /D [3 0 R /Fit] >> >>",
      "<< /Title (Two) /Parent 4 0 R /Prev 5 0 R /Dest [3 0 R /Fit] >>",
    ),
    form: pdfWith(
      "/AcroForm << /Fields [4 0 R] >>",
      "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ana) /F 4 >>",
    ),
    "structure with attributes": pdfWith(
      "/StructTreeRoot 4 0 R",
      "<< /Type /StructTreeRoot /K 5 0 R >>",
      "<< /Type /StructElem /S /Table /P 4 0 R /A << /O /Table /ColSpan 2 >> >>",
    ),
    "named destinations": pdfWith("/Names << /Dests 4 0 R >>", "<< /Names [(one) [3 0 R /Fit]] >>"),
    "a reference to nothing, which means null": pdfWith("/Metadata 77 0 R"),
    "values behind references": pdfOfReferences(),
    "packed pages behind references": pdfPacked("", [
      [2, "<< /Type 5 0 R /Kids 4 0 R /Count 7 0 R >>"],
      [3, "<< /Type 6 0 R /Parent 2 0 R /MediaBox [0 0 200 200] >>"],
      [4, "[3 0 R]"],
      [5, "/Pages"],
      [6, "/Page"],
      [7, "1"],
    ]),
  };
  for (const [name, content] of Object.entries(taken)) expect([name, await refusal(content)]).toEqual([name, null]);
});

/** Refused actions, each as an object of its own. */
const actions = {
  launch: "<< /S /Launch /F (cmd.exe) >>",
  "escaped launch": "<< /S /L#61unch /F (cmd.exe) >>",
  "launch on Windows": "<< /S /Launch /Win << /F (cmd.exe) >> >>",
  "another file": "<< /S /GoToR /D [0 /Fit] /F (\\\\\\\\stranger.test\\\\x.pdf) >>",
  "embedded file": "<< /S /GoToE /D [0 /Fit] /T << /R /C /N (x) >> >>",
  send: "<< /S /SubmitForm /F << /FS /URL /F (http://stranger.test) >> >>",
  script: "<< /S /JavaScript /JS (app.alert\\(1\\)) >>",
  "script under escaped names": "<< /S /J#61vaScript /J#53 (app.alert\\(1\\)) >>",
  "link to a script": "<< /S /URI /URI (javascript:alert\\(1\\)) >>",
  "link to a script in capitals": "<< /S /URI /URI (  JaVaScRiPt:alert\\(1\\)) >>",
  "link to a file": "<< /S /URI /URI (file:///etc/passwd) >>",
  "link to a share": "<< /S /URI /URI (\\\\\\\\stranger.test\\\\share) >>",
  import: "<< /S /ImportData /F (x.fdf) >>",
  rendition: "<< /S /Rendition /OP 0 /R << /S /MR >> >>",
  movie: "<< /S /Movie /T (x) >>",
  sound: "<< /S /Sound >>",
  thread: "<< /S /Thread /F (other.pdf) /D 0 >>",
  "another reader's menu": "<< /S /Named /N /SaveAs >>",
  "rich media": "<< /S /RichMediaExecute >>",
  unheard: "<< /S /Whatever >>",
  "kind that is no name": "<< /S (GoTo) >>",
  "followed by another": "<< /S /GoTo /D [3 0 R /Fit] /Next 5 0 R >>",
  "followed by several": "<< /S /GoTo /D [3 0 R /Fit] /Next [5 0 R] >>",
};
const next = "<< /S /Whatever >>";

test("a PDF that runs, starts, sends or leads elsewhere is refused, wherever the action stands", async () => {
  for (const [name, action] of Object.entries(actions)) {
    const places = {
      "by reference": pdfWith("/OpenAction 4 0 R", action, next),
      "in the open": pdfWith(`/OpenAction ${action.replace(/\/Next (5 0 R|\[5 0 R\])/, `/Next ${next}`)}`),
      "behind two references": pdfWith("/OpenAction 6 0 R", action, next, "4 0 R"),
      "at a page": Buffer.from(
        pdfWith("", action, next).toString("latin1").replace("/MediaBox [0 0 200 200]", "/AA << /O 4 0 R >>     "),
        "latin1",
      ),
      "at an annotation": onPage("<< /Type /Annot /Subtype /Link /A 6 0 R >>", next, action),
      "at a field": pdfWith(
        "/AcroForm << /Fields [6 0 R] >>",
        action,
        next,
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /AA << /K 4 0 R >> >>",
      ),
      "at an outline": pdfWith(
        "/Outlines 6 0 R",
        action,
        next,
        "<< /Type /Outlines /First 7 0 R /Last 7 0 R >>",
        "<< /Title (One) /Parent 6 0 R /A 4 0 R >>",
      ),
      packed: pdfPacked("/OpenAction 4 0 R", [...packedPages(), [4, action], [5, next]]),
    };
    for (const [place, content] of Object.entries(places))
      expect([name, place, await refusal(content)]).toEqual([name, place, "activePdf"]);
  }
});

test("names behind references are read as readers read them", async () => {
  for (const [name, content] of Object.entries({
    kind: pdfWith("/OpenAction << /S 4 0 R /F 5 0 R >>", "/Launch", "(cmd.exe)"),
    address: onPage("<< /Type /Annot /Subtype /Link /A << /S /URI /URI 5 0 R >> >>", "(javascript:alert\\(1\\))"),
    annotation: onPage("<< /Type /Annot /Subtype 5 0 R >>", "/FileAttachment"),
    "packed address": pdfPacked("", [
      ...packedPages("/Annots [4 0 R]"),
      [4, "<< /Type /Annot /Subtype /Link /A << /S /URI /URI 5 0 R >> >>"],
      [5, "(javascript:alert\\(1\\))"],
    ]),
  }))
    expect([name, await refusal(content)]).toEqual([name, "activePdf"]);
});

test.each(["gotor", "launch", "richmedia", "web-javascript"])(
  "a link to the web is harmless whatever its path: %s",
  async (name) => {
    expect(await refusal(readFileSync(join(import.meta.dirname, `../testing/link-${name}.pdf`)))).toBeNull();
  },
);

test("an address with such a word hides no action beside it", async () => {
  const link = (rest: string) =>
    onPage(`<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://x.example/Launch?a=\\(1\\)) >> ${rest} >>`);
  expect(await refusal(link(""))).toBeNull();
  for (const rest of [
    "/PA << /S /Launch /F (a.exe) >>",
    "/Q << /A#28https:/S/Launch /B (x) >>",
    "/Q << %(https://x\n/S /Launch %)\n >>",
    "/Q (https://x) /R << /S /GoToR /F (a) >>",
  ])
    expect([rest, await refusal(link(rest))]).toEqual([rest, "activePdf"]);
});

test("in a file with restrictions alone, what is packed is read as well", async () => {
  expect(await refusal(pdfPacked("", packedPages(), restriction()))).toBeNull();
  for (const action of ["<< /S /JavaScript /JS (app.alert(1)) >>", "<< /S /URI /URI (https://x.example) >>"]) {
    const acting = packedPages(`/AA << /O ${action} >>`);
    expect([action, await refusal(pdfPacked("", acting, restriction()))]).toEqual([action, "activePdf"]);
  }
  // An object stream that the table does not list cannot be decrypted.
  const { trailer, encrypt } = restriction();
  const unlisted = pdfPacked("/X (/Type /ObjStm)", packedPages(), { trailer, encrypt });
  expect(await refusal(unlisted)).not.toBeNull();
});

test("an address that opens without a click is refused: its owner would learn who reads", async () => {
  const web = "<< /S /URI /URI (https://stranger.test/who) >>";
  expect(await refusal(pdfWith(`/OpenAction ${web}`))).toBe("activePdf");
  expect(await refusal(pdfWith("/AA << /WC 4 0 R >>", web))).toBe("activePdf");
});

test("a PDF that carries another file, a script's list, a film or a form in XML is refused", async () => {
  for (const [name, content] of Object.entries({
    "embedded files": pdfWith("/Names << /EmbeddedFiles << /Names [] >> >>"),
    "embedded files by reference": pdfWith("/Names 4 0 R", "<< /EmbeddedFiles 5 0 R >>", "<< /Names [] >>"),
    scripts: pdfWith("/Names << /JavaScript 4 0 R >>", "<< /Names [] >>"),
    "names that nobody knows": pdfWith("/Names << /Whatever << /Names [] >> >>"),
    "associated file": pdfWith("/AF [4 0 R]", "<< /Type /Filespec /EF << /F 5 0 R >> >>", stream("", "MZ")),
    collection: pdfWith("/Collection << /View /T >>"),
    attachment: onPage("<< /Type /Annot /Subtype /FileAttachment >>"),
    film: onPage("<< /Type /Annot /Subtype /Movie >>"),
    screen: onPage("<< /Type /Annot /Subtype /Screen >>"),
    "rich media": onPage("<< /Type /Annot /Subtype /RichMedia >>"),
    "an annotation that nobody knows": onPage("<< /Type /Annot /Subtype /Whatever >>"),
    "an annotation of no kind": onPage("<< /Type /Annot >>"),
    "form in XML": pdfWith("/AcroForm << /Fields [] /XFA 4 0 R >>", stream("", "<xdp:xdp/>")),
    "content in another file": pdfWith("", stream("/F (\\\\\\\\stranger.test\\\\x)", "")),
    "content in another file, described": pdfWith("", stream("/F 5 0 R", ""), "<< /Type /Filespec /F (x) >>"),
    "base of all links": pdfWith("/URI << /Base (javascript:) >>"),
    "reachable by nobody": pdfWith("", "<< /S /JavaScript /JS (app.alert\\(1\\)) >>"),
  }))
    expect([name, await refusal(content)]).toEqual([name, "activePdf"]);
});

/** The catalog, the pages' root with these entries, and further objects from 3 on. */
const treeOf = (root: string, ...objects: string[]): Buffer =>
  pdfFrom("<< /Type /Catalog /Pages 2 0 R >>", `<< /Type /Pages ${root} >>`, ...objects);
const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>";

test("a list of pages behind references is followed only as far as a document needs", async () => {
  // Each list has every node, so that there are as many ways as the square of the nodes.
  const nodes = 2000;
  const shared = `[${Array.from({ length: nodes }, (_, index) => `${index + 4} 0 R`).join(" ")}]`;
  const chain = Array.from({ length: 150 }, (_, index) => `<< /Type /Pages /Kids [${index + 4} 0 R] /Count 1 >>`);
  for (const [name, content] of Object.entries({
    "itself as its list": treeOf("/Kids 2 0 R /Count 1"),
    "a list of itself": treeOf("/Kids 3 0 R /Count 1", "[2 0 R 4 0 R]", page),
    "a list that is itself": treeOf("/Kids 3 0 R /Count 1", "3 0 R"),
    "two lists in a circle": treeOf("/Kids 3 0 R /Count 1", "4 0 R", "3 0 R"),
    "a branch that leads back": treeOf(
      "/Kids 3 0 R /Count 1",
      "[4 0 R 5 0 R]",
      "<< /Type /Pages /Kids [2 0 R] >>",
      page,
    ),
    "a branch that lists itself": treeOf("/Kids [3 0 R 4 0 R]", "<< /Type /Pages /Kids 5 0 R >>", page, "[3 0 R]"),
    "no page behind the reference": treeOf("/Kids 77 0 R /Count 1", page),
    "deeper than any document": treeOf("/Kids [3 0 R] /Count 1", ...chain, page),
    "a list that all nodes share": treeOf(
      "/Kids 3 0 R /Count 1",
      shared,
      ...Array.from({ length: nodes }, () => "<< /Type /Pages /Kids 3 0 R /Count 1 >>"),
      page,
    ),
  })) {
    const start = Date.now();
    expect([name, await refusal(content)]).toEqual([name, "unreadableFile"]);
    expect(Date.now() - start, name).toBeLessThan(3000);
  }
  // A page that is listed twice is shown twice by readers, and harms nobody.
  expect(await refusal(treeOf("/Kids 4 0 R /Count 2", page, "[3 0 R 3 0 R]"))).toBeNull();
});

test("what acts is found in lists behind references", async () => {
  const script = "<< /S /JavaScript /JS 6 0 R >>";
  for (const [name, content] of Object.entries({
    "at a page of the list": treeOf(
      "/Kids 4 0 R",
      page.replace("/MediaBox", "/AA << /O 5 0 R >> /MediaBox"),
      "[3 0 R]",
      script,
      "(x)",
    ),
    "in the list of annotations": treeOf(
      "/Kids 4 0 R",
      page.replace("/MediaBox", "/Annots 7 0 R /MediaBox"),
      "[3 0 R]",
      script,
      "(x)",
      "[8 0 R]",
      "<< /Type /Annot /Subtype /Link /A 5 0 R >>",
    ),
  }))
    expect([name, await refusal(content)]).toEqual([name, "activePdf"]);
});

test("what cannot be resolved is refused", async () => {
  expect(await refusal(pdfWith("/OpenAction 77 0 R"))).toBe("activePdf");
  expect(await refusal(onPage("5 0 R"))).toBe("activePdf");
  // In the file, but not in its table: a reader that repairs the file finds the action.
  const hidden = pdfWith("/Metadata 9 0 R").toString("latin1");
  const at = hidden.indexOf("xref\n");
  const object = "9 0 obj\n<< /A 8 0 R >>\nendobj\n";
  const shifted = (hidden.slice(0, at) + object + hidden.slice(at)).replace(
    /startxref\n(\d+)/,
    (_, place: string) => `startxref\n${Number(place) + object.length}`,
  );
  expect(await refusal(Buffer.from(shifted, "latin1"))).toBe("activePdf");
  // An object stream that only some readers can unpack.
  const packed = pdfPacked("", packedPages()).toString("latin1").replace("/FlateDecode", "/LZWDecode  ".slice(0, 12));
  expect(await refusal(Buffer.from(packed, "latin1"))).toBe("unreadableFile");
  // A damaged table: readers repair it in different ways.
  const damaged = pdfWith("")
    .toString("latin1")
    .replace(/startxref\n\d+/, "startxref\n7");
  expect(await refusal(Buffer.from(damaged, "latin1"))).toBe("unreadableFile");
});

test("object streams that unpack to more than any paper has are refused before they are unpacked", async () => {
  expect(await refusal(pdfPacked("", packedPages(), { padding: 100 * 1024 ** 2 }))).toBe("unreadableFile");
});
