/**
 * Command, after the build: writes a manifest of routes for each language and side, in place of the one for all. Browsers
 * read of a route only what is kept here: the page server's own manifest, which writes the preloads, is in its bundle.
 */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { languages } from "@portico/messages/catalogue.ts";
import type { ServerBuild } from "react-router";
import { manifestOf, routesOf, type StyleSheets, sides, withStyles } from "./server/routes-of-language.ts";

const client = join(import.meta.dirname, "build/client");
const assets = join(client, "assets");
/** Left there by the build (styles-of-sides.ts). */
const stylesPath = join(client, "styles.json");
const manifests = (await readdir(assets)).filter((file) => /^manifest-\w+\.js$/.test(file));
const [name] = manifests;
if (name === undefined || manifests.length > 1)
  throw new Error(`The build has ${manifests.length} manifests of routes`);

const [, json] = /^window\.__reactRouterManifest=(\{.*\});$/s.exec(await readFile(join(assets, name), "utf8")) ?? [];
if (json === undefined) throw new Error("The manifest of routes is written otherwise than this build expects");
const written = JSON.parse(json) as ServerBuild["assets"];
const styles = JSON.parse(await readFile(stylesPath, "utf8")) as StyleSheets;
const manifest = { ...written, routes: withStyles(written.routes, styles) };
type Route = NonNullable<(typeof manifest)["routes"][string]>;
/** Without the list of imported files, false marks and empty lists: six sevenths of the text. */
const isRead = ([name, value]: [string, unknown]): boolean =>
  name !== "imports" && value !== false && !(Array.isArray(value) && value.length === 0);
const inBrowser = (route: Route): Partial<Route> => Object.fromEntries(Object.entries(route).filter(isRead));

for (const language of languages)
  for (const side of sides) {
    const routes = Object.values(routesOf(language, side, manifest.routes)).filter((route) => route !== undefined);
    const own = {
      ...manifest,
      url: manifestOf(language, side, manifest.url),
      routes: Object.fromEntries(routes.map((route) => [route.id, inBrowser(route)])),
    };
    await writeFile(
      join(assets, manifestOf(language, side, name)),
      `window.__reactRouterManifest=${JSON.stringify(own)};`,
    );
  }
await rm(join(assets, name));
await rm(stylesPath);
// Also that of the server's build.
for (const file of await readdir(assets)) if (/^style-[\w-]+\.css$/.test(file)) await rm(join(assets, file));
