/** The page: takes files, verifies them, shows what was found. It is built by verify-page.ts and has no network. */
import type { Bytes } from "./der.ts";
import { unzip } from "./unzip.ts";
import { type CheckName, checkNames, listFile, type Report, verifyPack } from "./verify-pack.ts";

type PageLanguage = "bg" | "en" | "pl";
type State = { kind: "empty" | "working" | "notPack" | "unavailable" } | { kind: "report"; report: Report };

const pageTexts = JSON.parse(document.querySelector("#texts")?.textContent ?? "{}") as Record<
  PageLanguage,
  Record<string, string>
>;
const pageLanguages: PageLanguage[] = ["bg", "en", "pl"];
let language: PageLanguage = pageLanguages.find((one) => navigator.language.startsWith(one)) ?? "en";
// A page opened from a disk has cryptography in the browsers that count it as trustworthy.
let state: State = { kind: globalThis.crypto?.subtle ? "empty" : "unavailable" };

/** A text of the page; `{name}` in it is replaced. */
const say = (key: string, values: Record<string, string> = {}): string =>
  (pageTexts[language][key] ?? key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** An element with attributes and content; text stays text. */
function make(tag: string, attributes: Record<string, string>, ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

const momentIn = (at: Date | string): string => {
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "long",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  return `${format.format(new Date(at))} UTC`;
};

/** Eight numbered rows of four bytes, as the firm publishes it, so that two people can compare them by phone. */
const rowsOf = (fingerprint: string): HTMLElement[] =>
  (fingerprint.match(/(?:[\dA-F]{2}:){3}[\dA-F]{2}/g) ?? []).map((row) => make("li", {}, row));

function verdict(kind: "good" | "bad", title: string, text: string): HTMLElement {
  return make(
    "div",
    { class: `verdict ${kind}` },
    make("h2", { id: "verdict", tabindex: "-1" }, title),
    make("p", {}, text),
  );
}

function factsOf({ data, sealedAt }: Report): HTMLElement[] {
  if (!data) return [];
  const { contract, signatures } = data;
  const facts: [string, string][] = [
    [say("contract"), contract.title],
    [say("number"), String(contract.id)],
    [say("client"), contract.holder.name],
    ...signatures.map(({ name, at }): [string, string] => [
      say("signedBy"),
      say("signature", { name, at: momentIn(at) }),
    ]),
  ];
  if (sealedAt) facts.push([say("sealedAt"), momentIn(sealedAt)]);
  const rows = facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
  return [make("h2", {}, say("contractHead")), make("dl", {}, ...rows)];
}

function checkItem(name: CheckName, { findings }: Report): HTMLElement {
  const found = findings.filter(({ check }) => check === name);
  const isGood = found.length === 0;
  const item = make(
    "li",
    {},
    make(
      "span",
      { class: `state ${isGood ? "ok" : "failed"}` },
      `${isGood ? "✓" : "✗"} ${say(isGood ? "ok" : "failed")}`,
    ),
    " – ",
    say(`check.${name}`),
  );
  const lines = found.map(({ file, problem }) => make("li", {}, say(`problem.${problem}`, { file })));
  if (lines.length > 0) item.append(make("ul", {}, ...lines));
  return item;
}

function reportParts(report: Report): HTMLElement[] {
  const { findings, signer } = report;
  const isGood = findings.length === 0;
  const compare =
    isGood && signer
      ? [
          make("h2", {}, say("compareHead")),
          make("p", {}, say("compare", { name: signer.name, authority: signer.authority.name })),
          make("ol", { class: "fingerprint" }, ...rowsOf(signer.authority.fingerprint)),
        ]
      : [];
  return [
    isGood ? verdict("good", say("good"), say("goodText")) : verdict("bad", say("bad"), say("badText")),
    ...compare,
    make("h2", {}, say("checksHead")),
    make("ul", { class: "checks" }, ...checkNames.map((name) => checkItem(name, report))),
    ...factsOf(report),
  ];
}

function resultParts(): HTMLElement[] {
  switch (state.kind) {
    case "empty":
      return [];
    case "working":
      return [make("p", {}, say("working"))];
    case "notPack":
      return [verdict("bad", say("notPack"), say("notPackText"))];
    case "unavailable":
      return [make("p", {}, say("unavailable"))];
    default:
      return reportParts(state.report);
  }
}

/** Shows the state in the language; everything that is text is written anew. */
function render(): void {
  document.documentElement.lang = language;
  document.title = say("title");
  for (const element of document.querySelectorAll<HTMLElement>("[data-text]"))
    element.textContent = say(element.dataset["text"] ?? "");
  for (const button of document.querySelectorAll("button[lang]"))
    button.setAttribute("aria-pressed", String(button.getAttribute("lang") === language));
  document.querySelector("#languages")?.setAttribute("aria-label", say("language"));
  document.querySelector("#result")?.replaceChildren(...resultParts());
}

/** The files by name: of the ZIP if one was given, from the folder in it that has the list. */
async function readFiles(chosen: readonly File[]): Promise<Map<string, Bytes>> {
  const files = new Map<string, Bytes>();
  for (const file of chosen) files.set(file.name, new Uint8Array(await file.arrayBuffer()));
  const [only] = files.values();
  if (files.size !== 1 || !only || only[0] !== 0x50 || only[1] !== 0x4b) return files;
  const unpacked = await unzip(only);
  const place = [...unpacked.keys()].find((name) => name === listFile || name.endsWith(`/${listFile}`)) ?? listFile;
  const folder = place.slice(0, -listFile.length);
  return new Map(
    [...unpacked].flatMap(([name, bytes]) => (name.startsWith(folder) ? [[name.slice(folder.length), bytes]] : [])),
  );
}

/** Of several choices after one another, the newest counts. */
let turn = 0;
async function verifyChosen(chosen: readonly File[]): Promise<void> {
  if (chosen.length === 0 || state.kind === "unavailable") return;
  turn += 1;
  const own = turn;
  state = { kind: "working" };
  render();
  let next: State;
  try {
    const files = await readFiles(chosen);
    next = files.has(listFile) ? { kind: "report", report: await verifyPack(files) } : { kind: "notPack" };
  } catch {
    next = { kind: "notPack" };
  }
  if (own !== turn) return;
  state = next;
  try {
    render();
  } catch {
    // A forger may sign a list of data of any shape.
    state = { kind: "notPack" };
    render();
  }
  document.querySelector<HTMLElement>("#verdict")?.focus();
}

const input = document.querySelector<HTMLInputElement>("#files");
input?.addEventListener("change", () => {
  const chosen = [...(input.files ?? [])];
  // The same files may be chosen again.
  input.value = "";
  void verifyChosen(chosen);
});
const dropZone = document.querySelector<HTMLElement>(".drop");
for (const type of ["dragenter", "dragover"])
  document.addEventListener(type, (event) => {
    event.preventDefault();
    dropZone?.classList.add("over");
  });
document.addEventListener("dragleave", () => dropZone?.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  dropZone?.classList.remove("over");
  void verifyChosen([...(event.dataTransfer?.files ?? [])]);
});
for (const button of document.querySelectorAll("button[lang]"))
  button.addEventListener("click", () => {
    language = pageLanguages.find((one) => one === button.getAttribute("lang")) ?? language;
    render();
  });
render();
