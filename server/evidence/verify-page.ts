/**
 * verify.html: one page without network, in three languages, made of the modules in `page/` as they are, without types.
 * The same for every pack, so a copy from anywhere verifies any pack.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { textIn, textKeys } from "@portico/messages/server-text.ts";
import { languages } from "@portico/messages/text.ts";

/** In the order of their imports; together they are one module, so no name at their top may occur twice. */
const modules = [
  "../audit/canonical.ts",
  "page/der.ts",
  "page/certificates.ts",
  "page/cms.ts",
  "page/pdf-seal.ts",
  "page/audit-chain.ts",
  "page/unzip.ts",
  "page/verify-pack.ts",
  "page/screen.ts",
];
const prefix = "evidence.page.";
const languageNames = { bg: "Български", en: "English", pl: "Polski" };

const contentOf = (file: string): string => readFileSync(join(import.meta.dirname, file), "utf8");

/**
 * A module's JavaScript without imports and exports, and without the gaps that its types leave. So no text in a module may
 * have two spaces side by side.
 */
function scriptOf(file: string): string {
  const source = contentOf(file)
    .replaceAll(/^import [^;]+;\n/gm, "")
    .replaceAll(/^export /gm, "");
  return stripTypeScriptTypes(source)
    .replaceAll(/(?<![ ;])[ ;]+$/gm, (end) => (end.includes(";") ? ";" : ""))
    .replaceAll(/(?<=\S) {2,}(?=[,);\]])/g, "")
    .replaceAll(/(?<=\S) {2,}/g, " ")
    .replaceAll(/\n{3,}/g, "\n\n");
}

/** All texts of the page; their parameters stay `{name}` and are replaced there. */
function pageTexts(): string {
  const params = Object.fromEntries(["file", "name", "authority", "at"].map((name) => [name, `{${name}}`]));
  const keys = textKeys.filter((key) => key.startsWith(prefix));
  const ofLanguage = languages.map((language) => {
    const t = textIn(language) as (key: string, values: Record<string, string>) => string;
    return [language, Object.fromEntries(keys.map((key) => [key.slice(prefix.length), t(key, params)]))];
  });
  return JSON.stringify(Object.fromEntries(ofLanguage)).replaceAll("<", "\\u003c");
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function build(): string {
  const script = `\n${modules.map(scriptOf).join("\n")}`;
  const style = `\n${contentOf("page/screen.css")}`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  const buttons = languages.map(
    (one) => `<button type="button" lang="${one}" aria-pressed="false">${languageNames[one]}</button>`,
  );
  const t = textIn("en");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${t("evidence.page.title")}</title>
<style>${style}</style>
</head>
<body>
<header><div id="languages" role="group" aria-label="${t("evidence.page.language")}">
${buttons.join("\n")}
</div></header>
<main>
<h1 data-text="title">${t("evidence.page.title")}</h1>
<p data-text="lead">${t("evidence.page.lead")}</p>
<div class="drop">
<input type="file" id="files" multiple>
<label class="choose" for="files" data-text="choose">${t("evidence.page.choose")}</label>
<span data-text="drop">${t("evidence.page.drop")}</span>
</div>
<div id="result" aria-live="polite"></div>
<p class="note" data-text="trust">${t("evidence.page.trust")}</p>
</main>
<script type="application/json" id="texts">${pageTexts()}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

let page: string | undefined;
export function verifyPage(): string {
  page ??= build();
  return page;
}
