/** The section of the settings with canned answers. */
import type { SettingsSection } from "../page-declaration.ts";

export const settings = [
  {
    id: "canned-answers",
    group: "clients",
    order: 70,
    title: "admin.canned.title",
    about: "admin.settings.about.canned",
    ownRights: true,
  },
] as const satisfies readonly SettingsSection[];
