/** The sections of the settings by subject, as the domains declare them; each has its own address under /admin/settings. */
import groups from "virtual:portico-pages/settings";
import type * as domains from "../../domains.ts";
import { settingDraft } from "./use-setting-form.ts";

type Declared = (typeof domains)[keyof typeof domains];
export type SectionId = Extract<Declared, { settings: unknown }>["settings"][number]["id"];

/** With the names of the drafts that a section's unsaved input may have. */
export const settingsGroups = groups.map(({ title, sections }) => ({
  title,
  sections: sections.map(({ names = [], drafts = [], ...section }) => ({
    ...section,
    drafts: [...names.map(settingDraft), ...drafts],
  })),
}));
export type SettingsSection = (typeof settingsGroups)[number]["sections"][number];

const sections = settingsGroups.flatMap((group) => group.sections);

export const findSection = (id: string | undefined): SettingsSection | undefined =>
  sections.find((section) => section.id === id);

/** All drafts of the settings. */
export const settingsDrafts: readonly string[] = sections.flatMap(({ drafts }) => drafts);
