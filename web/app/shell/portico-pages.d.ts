/**
 * What domains declare of their pages, as far as a browser needs it; made by web/declared-modules.ts. Ambient modules cannot
 * import by relative paths.
 */
declare module "virtual:portico-pages/client-navigation" {
  import type { NavigationItem } from "@portico/web/app/shell/navigation/navigation.tsx";

  const items: readonly NavigationItem[];
  export default items;
}

declare module "virtual:portico-pages/staff-navigation" {
  import type { StaffLevel } from "@portico/api/permissions.ts";
  import type { NavigationItem } from "@portico/web/app/shell/navigation/navigation.tsx";

  /** `level`: shown from that one on. */
  const items: readonly (NavigationItem & { level?: StaffLevel })[];
  export default items;
}

declare module "virtual:portico-pages/holder-sections" {
  import type { PlainKey } from "@portico/messages/text.ts";

  const sections: readonly { id: string; label: PlainKey; ofStaff?: true }[];
  export default sections;
}

/** What the search of staff finds besides the records. */
declare module "virtual:portico-pages/found" {
  import type { FoundPage } from "@portico/web/app/page-declaration.ts";
  import type { IconName } from "@portico/web/app/ui/icon.tsx";

  /** `ofHolder`: the path begins after that of a holder. */
  const pages: readonly (FoundPage & { to: string; icon?: IconName; ofHolder?: true })[];
  export default pages;
}

/** The subject of the help by a page's path. */
declare module "virtual:portico-pages/help-subjects" {
  import type { HelpSubject } from "@portico/messages/help/subjects.ts";

  const subjects: readonly (readonly [path: string, subject: HelpSubject])[];
  export default subjects;
}

declare module "virtual:portico-pages/notification-links" {
  import type { NotificationType } from "@portico/api/notification-types.ts";
  import type { NotificationLink } from "@portico/web/app/page-declaration.ts";

  /** Without those that lead nowhere. */
  const links: { readonly [Type in NotificationType]?: NotificationLink };
  export default links;
}

declare module "virtual:portico-pages/settings" {
  import type { PlainKey } from "@portico/messages/text.ts";
  import type { SettingsSection } from "@portico/web/app/page-declaration.ts";

  const groups: readonly { title: PlainKey; sections: readonly Omit<SettingsSection, "group" | "order">[] }[];
  export default groups;
}

/** What domains add to the bar of every signed-in page. */
declare module "virtual:portico-pages/bar" {
  import type { ComponentType } from "react";

  const parts: readonly ComponentType[];
  export default parts;
}

declare module "virtual:portico-pages/above-client-pages" {
  import type { ComponentType } from "react";

  const parts: readonly ComponentType[];
  export default parts;
}

declare module "virtual:portico-pages/beside-client-pages" {
  import type { ComponentType } from "react";

  const parts: readonly (() => Promise<{ default: ComponentType }>)[];
  export default parts;
}
