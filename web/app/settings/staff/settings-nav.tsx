/** The settings sections by subject: as an overview with descriptions, and as the list next to the open one. */
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { SubjectNav, SubjectOverview } from "../../shell/staff/subjects.tsx";
import { useText } from "../../ui/text.tsx";
import { useHasDraft } from "../../ui/use-draft.ts";
import styles from "./settings.module.css";
import { type SettingsSection, settingsGroups } from "./settings-sections.ts";

function useGroups() {
  const t = useText();
  const isAdmin = useHasLevel("admin");
  return settingsGroups.map(({ title, sections }) => ({
    title: t(title),
    subjects: sections
      .filter(({ adminOnly }) => isAdmin || !adminOnly)
      .map((section) => ({
        to: `/admin/settings/${section.id}`,
        title: t(section.title),
        mark: <UnsavedMark drafts={section.drafts} />,
        about: t(section.about),
      })),
  }));
}

/** Marks a section with unsaved input. */
function UnsavedMark({ drafts }: Pick<SettingsSection, "drafts">) {
  const t = useText();
  return useHasDraft(drafts) ? <small className={styles.unsaved}>{t("admin.settings.unsavedMark")}</small> : null;
}

export const SettingsOverview = () => <SubjectOverview groups={useGroups()} />;

export function SettingsNav() {
  const t = useText();
  return <SubjectNav label={t("admin.settings.sections")} groups={useGroups()} />;
}
