/** What the domains declare of their pages, taken together (page-declaration.ts): for the site map, the build and tests. */
import { collect } from "@portico/api/collect.ts";
import type { NotificationType } from "@portico/api/notification-types.ts";
import * as domains from "./domains.ts";
import {
  type DomainPages,
  type FramePart,
  type NotificationLink,
  type Page,
  type Side,
  settingsGroups,
} from "./page-declaration.ts";

const declared: readonly DomainPages[] = Object.values(domains);
/** All pages, domain by domain. */
export const pages: readonly Page[] = declared.flatMap((domain) => domain.pages ?? []);
const sections = declared.flatMap((domain) => domain.settings ?? []);

type Of<S extends Side> = Extract<Page, { side: S }>;
/** The pages of one side, domain by domain. */
export const pagesOf = <S extends Side>(side: S): Of<S>[] =>
  pages.filter((page): page is Of<S> => (page.side satisfies Side) === side);

const prefixes = { landing: "", public: "", client: "", staff: "/admin", holder: "/admin/:profileMode/:id" } as const;
/** The path of a page, without its language; `:name?` may be left out. */
export const pathOf = ({ side, path }: Pick<Page, "side" | "path">): string =>
  path === "" ? prefixes[side] : `${prefixes[side]}/${path}`;

const byOrder = (one: { order: number }, other: { order: number }): number => one.order - other.order;
const navigationOf = (side: "client" | "staff") =>
  pagesOf(side)
    .flatMap((page) => (page.navigation ? [{ to: pathOf(page).replace(/\/:\w+\?$/, ""), ...page.navigation }] : []))
    .sort(byOrder);

/** The sections of the client's side. */
export const clientNavigation = navigationOf("client");
/** Those of staff's. */
export const staffNavigation = navigationOf("staff");

/**
 * What the search of staff finds besides the records: the navigation, other pages and actions. `ofHolder`: the path begins after
 * that of a holder, who is asked for.
 */
export const foundPages = [
  ...pagesOf("staff")
    .flatMap((page) => {
      if (!page.navigation) return [];
      const { icon, label, level, order } = page.navigation;
      return [{ to: pathOf(page).replace(/\/:\w+\?$/, ""), icon, label, order, ...(level && { level }) }];
    })
    .toSorted(byOrder),
  ...pagesOf("staff").flatMap((page) => (page.found ? [{ to: pathOf(page), ...page.found }] : [])),
  ...pagesOf("holder").flatMap((page) => (page.found ? [{ to: page.path, ofHolder: true, ...page.found }] : [])),
];

/** The sections of a holder's pages; the id of each is the last part of its address. */
export const holderSections = pagesOf("holder")
  .flatMap(({ path, section }) => (section ? [{ id: path, ...section }] : []))
  .sort(byOrder);

/** The files of one place of the frame, in their order. */
export const framePartsOf = (place: FramePart["place"]): string[] =>
  declared
    .flatMap(({ frame }) => frame ?? [])
    .filter((part) => part.place === place)
    .sort(byOrder)
    .map(({ file }) => file);

/** By type of notification. A type that no domain links, if only to nothing, does not compile. */
const declaredLinks: Readonly<Record<NotificationType, NotificationLink | null>> = collect(domains, "notifications");
/** Those that lead somewhere. */
export const notificationLinks = Object.fromEntries(Object.entries(declaredLinks).filter(([, link]) => link !== null));

/** The subject of the help by the path of a page; the first that fits counts, so sections stand before the settings. */
export const helpSubjects = [
  ...sections.flatMap(({ id, help }) => (help ? [[`/admin/settings/${id}`, help] as const] : [])),
  ...[...pagesOf("staff"), ...pagesOf("holder")].flatMap((page) =>
    page.help ? [[pathOf(page), page.help] as const] : [],
  ),
];

/** The sections of the settings by group. */
export const groupsOfSettings = settingsGroups.map((group) => ({
  title: `admin.settings.group.${group}` as const,
  sections: sections.filter((section) => section.group === group).sort(byOrder),
}));

/** A holder for the browser tests: Anna, a client of the example data. */
const exampleHolder = "/admin/user/4";
/** The addresses at which browser tests open the pages of one side. */
export const examplesOf = (side: Side): string[] =>
  pagesOf(side).flatMap((page) => page.examples ?? [pathOf(page).replace(prefixes.holder, exampleHolder)]);
