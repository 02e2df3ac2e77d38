/** The section of the settings with background jobs. */
import type { SettingsSection } from "../page-declaration.ts";

export const settings = [
  {
    id: "jobs",
    group: "operation",
    order: 20,
    title: "admin.jobs.title",
    about: "admin.settings.about.jobs",
    adminOnly: true,
  },
] as const satisfies readonly SettingsSection[];
