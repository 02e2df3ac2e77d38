/**
 * What a domain declares of its pages in `<domain>/<domain>.pages.ts`, by exports with the types below: `pages` and, if it
 * has some, `settings`, `notifications` and `frame`. Data alone, for the site map, the build and the tests: browsers get from it what the build makes
 * of it (web/declared-modules.ts). web/app/domains.ts names all domains.
 */
import type { NotificationType } from "@portico/api/notification-types.ts";
import type { StaffLevel } from "@portico/api/permissions.ts";
import type { SettingName } from "@portico/api/settings/shapes.ts";
import type { HelpSubject } from "@portico/messages/help/subjects.ts";
import type { IconName } from "./ui/icon.tsx";
import type { PlainKey } from "./ui/text.tsx";

/** Texts that only some pages load, by a layout for each language (web/language-layouts.ts). */
export type TextChunk =
  | "forms"
  | "portfolios"
  | "consolidated"
  | "audit"
  | "reports"
  | "documents"
  | "contracts"
  | "funds"
  | "accounts"
  | "money"
  | "tickets"
  | "chats"
  | "checks"
  | "notifications"
  | "users"
  | "demo"
  | "verification"
  | "content"
  | "help";

/**
 * Who a page is for, and so the layout around it: before the sign-in, open to all, clients, staff, or staff about one
 * holder. Paths of staff begin after `/admin`, those about a holder after `/admin/:profileMode/:id`.
 */
export type Side = "landing" | "public" | "client" | "staff" | "holder";

interface Entry {
  /** Its place among the entries, from low to high. */
  order: number;
  label: PlainKey;
}

interface PageOf<S extends Side> {
  side: S;
  path: string;
  /** Its file, from web/app. */
  file: string;
  /** The texts that it needs beyond those of its side, each in the layout of the one before. */
  texts?: readonly TextChunk[];
  /** Addresses for the browser tests, without the language; by default that of the page, if no part of its path varies. */
  examples?: readonly string[];
}

/** A page of the client's side, or of those open to all. */
interface ClientPage extends PageOf<"client"> {
  navigation?: Entry & { icon: IconName };
  /** The browser tests also open it as a client who has just registered. */
  forNewcomers?: true;
}

/** How the search of staff names what can be done on a page, or a page that is not in the navigation. */
export interface FoundPage {
  label: PlainKey;
  /** From that level on. */
  level?: StaffLevel;
  as?: "action";
}

interface OfStaff {
  /** The subject of the help that explains it. */
  help?: HelpSubject;
  found?: FoundPage;
}
interface StaffPage extends PageOf<"staff">, OfStaff {
  /** `level`: shown from that one on; `exact`: marked only at this path, not below it. */
  navigation?: Entry & { icon: IconName; level?: StaffLevel; exact?: true };
}
interface HolderPage extends PageOf<"holder">, OfStaff {
  /** One of the holder's sections; with `ofStaff`, also when the holder is a colleague. */
  section?: Entry & { ofStaff?: true };
}

export type Page = PageOf<"landing" | "public"> | ClientPage | StaffPage | HolderPage;

/** Groups of the settings, in their order. */
export const settingsGroups = ["firm", "identity", "clients", "operation"] as const;

/** A section of the settings, at `/admin/settings/<id>`; section-content.page.tsx has its forms. */
export interface SettingsSection {
  id: string;
  group: (typeof settingsGroups)[number];
  /** Its place in the group, from low to high. */
  order: number;
  title: PlainKey;
  about: PlainKey;
  /** The settings whose input it has. */
  names?: readonly SettingName[];
  /** Other drafts that its unsaved input may have. */
  drafts?: readonly string[];
  adminOnly?: true;
  /** What may be changed there is not an admin's alone. */
  ownRights?: true;
  /** The subject of the help that explains it, if it is not that of the settings. */
  help?: HelpSubject;
}

/**
 * The link of a notification. In its path, `:target` is the notification's target, `:company` the company that it is about
 * (0 is the person: whoever reads it may be acting for somebody else), `:form` the path of their KYC form, and any other
 * name a parameter of the notification.
 */
export interface NotificationLink {
  to: string;
  label: PlainKey;
}
/** Of each type of notification that the domain declares in api/; null if it leads nowhere. */
export type NotificationLinks = { readonly [Type in NotificationType]?: NotificationLink | null };

/**
 * What a domain adds to the frame: in the bar of every signed-in page, or above or beside the pages of clients. What stands
 * beside them is loaded when the page is idle. A part that shows nothing is there for what it does meanwhile.
 */
export interface FramePart {
  place: "bar" | "aboveClientPages" | "besideClientPages";
  /** Among the parts of its place, from low to high. */
  order: number;
  /** Its file, from web/app, whose default export is a component without properties. */
  file: string;
}

/** All parts, as those see them who collect them. */
export interface DomainPages {
  readonly pages?: readonly Page[];
  readonly settings?: readonly SettingsSection[];
  readonly notifications?: NotificationLinks;
  readonly frame?: readonly FramePart[];
}
