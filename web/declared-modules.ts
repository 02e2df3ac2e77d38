/** Modules made of what the domains declare of their pages: a browser loads its part alone, and nothing of the site map. */
import type { Plugin } from "vite";
import {
  clientNavigation,
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
  [`${prefix}help-subjects`, helpSubjects],
  [`${prefix}notification-links`, notificationLinks],
  [`${prefix}settings`, groupsOfSettings],
]);

/** What has served its purpose once the entries are in their order and group. */
const sorting = new Set(["order", "group"]);
const moduleOf = (content: unknown): string =>
  `export default ${JSON.stringify(content, (key, value: unknown) => (sorting.has(key) ? undefined : value))};`;

/** For the build, and for tests of what imports the modules. */
export const declaredModules: Plugin = {
  name: "declared-modules",
  resolveId: (id) => (contents.has(`\0${id}`) ? `\0${id}` : undefined),
  load: (id) => (contents.has(id) ? moduleOf(contents.get(id)) : undefined),
};
