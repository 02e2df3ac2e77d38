/** The section of the settings with distribution groups. */
import type { SettingsSection } from "../page-declaration.ts";

export const settings = [
  { id: "groups", group: "clients", order: 90, title: "admin.groups.title", about: "admin.settings.about.groups" },
] as const satisfies readonly SettingsSection[];
