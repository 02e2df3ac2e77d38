/** Command, after the build: writes a manifest of routes for each language, in place of the one for all. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { languages } from "@portico/messages/catalogue.ts";
import type { ServerBuild } from "react-router";
import { manifestOf, routesOf } from "./server/routes-of-language.ts";

const assets = join(import.meta.dirname, "build/client/assets");
const manifests = (await readdir(assets)).filter((file) => /^manifest-\w+\.js$/.test(file));
const [name] = manifests;
if (name === undefined || manifests.length > 1)
  throw new Error(`The build has ${manifests.length} manifests of routes`);

const [, json] = /^window\.__reactRouterManifest=(\{.*\});$/s.exec(await readFile(join(assets, name), "utf8")) ?? [];
if (json === undefined) throw new Error("The manifest of routes is written otherwise than this build expects");
const manifest = JSON.parse(json) as ServerBuild["assets"];
for (const language of languages) {
  const own = { ...manifest, url: manifestOf(language, manifest.url), routes: routesOf(language, manifest.routes) };
  await writeFile(join(assets, manifestOf(language, name)), `window.__reactRouterManifest=${JSON.stringify(own)};`);
}
await rm(join(assets, name));
