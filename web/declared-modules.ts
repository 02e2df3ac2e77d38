/** Modules made of what the domains declare of their pages: a browser loads its part alone, and nothing of the site map. */
import { join } from "node:path";
import type { Plugin } from "vite";
import {
  clientNavigation,
  foundPages,
  framePartsOf,
  groupsOfSettings,
  helpSubjects,
  holderSections,
  notificationLinks,
  staffNavigation,
} from "./app/declared-pages.ts";

const prefix = "\0virtual:portico-pages/";
const contents = new Map<string, unknown>([
  [`${prefix}client-navigation`, clientNavigation],
  [`${prefix}staff-navigation`, staffNavigation],
  [`${prefix}holder-sections`, holderSections],
  [`${prefix}found`, foundPages],
  [`${prefix}help-subjects`, helpSubjects],
  [`${prefix}notification-links`, notificationLinks],
  [`${prefix}settings`, groupsOfSettings],
]);

const addressOf = (file: string): string => JSON.stringify(join(import.meta.dirname, "app", file));
/** A list of the components themselves. */
const components = (files: readonly string[]): string =>
  [
    ...files.map((file, place) => `import Part${place} from ${addressOf(file)};`),
    `export default [${files.map((_, place) => `Part${place}`).join(", ")}];`,
  ].join("\n");
/** A list of functions that load them. */
const loads = (files: readonly string[]): string =>
  `export default [${files.map((file) => `() => import(${addressOf(file)})`).join(", ")}];`;

/** What has served its purpose once the entries are in their order and group. */
const sorting = new Set(["order", "group"]);
const moduleOf = (content: unknown): string =>
  `export default ${JSON.stringify(content, (key, value: unknown) => (sorting.has(key) ? undefined : value))};`;

const modules = new Map([
  ...[...contents].map(([id, content]) => [id, moduleOf(content)] as const),
  [`${prefix}bar`, components(framePartsOf("bar"))],
  [`${prefix}above-client-pages`, components(framePartsOf("aboveClientPages"))],
  [`${prefix}beside-client-pages`, loads(framePartsOf("besideClientPages"))],
]);

/** For the build, and for tests of what imports the modules. */
export const declaredModules: Plugin = {
  name: "declared-modules",
  resolveId: (id) => (modules.has(`\0${id}`) ? `\0${id}` : undefined),
  load: (id) => modules.get(id),
};
