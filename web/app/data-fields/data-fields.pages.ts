/** The section of the settings with the firm's own fields. */
import type { SettingsSection } from "../page-declaration.ts";

export const settings = [
  {
    id: "data-fields",
    group: "clients",
    order: 80,
    title: "admin.fields.title",
    about: "admin.settings.about.fields",
    help: "data-fields",
  },
] as const satisfies readonly SettingsSection[];
