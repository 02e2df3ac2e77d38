/** The settings sections by subject: as an overview with descriptions, and as the list next to the open one. */
import { LocaleLink, LocaleNavLink } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useHasDraft } from "../../ui/use-draft.ts";
import styles from "./settings-nav.module.css";
import { type SettingsSection, settingsGroups } from "./settings-sections.ts";

function useGroups() {
  const isAdmin = useHasLevel("admin");
  return settingsGroups.map(({ title, sections }) => ({
    title,
    sections: sections.filter(({ adminOnly }) => isAdmin || !adminOnly),
  }));
}

const addressOf = ({ id }: SettingsSection): string => `/admin/settings/${id}`;

/** Marks a section with unsaved input. */
function UnsavedMark({ drafts }: Pick<SettingsSection, "drafts">) {
  const t = useText();
  return useHasDraft(drafts) ? <small className={styles.unsaved}>{t("admin.settings.unsavedMark")}</small> : null;
}

export function SettingsOverview() {
  const t = useText();
  return (
    <div className={styles.overview}>
      {useGroups().map(({ title, sections }) => (
        <Section key={title} title={t(title)}>
          <ul className={styles.entries}>
            {sections.map((section) => (
              <li key={section.id}>
                <LocaleLink to={addressOf(section)}>{t(section.title)}</LocaleLink>
                <UnsavedMark drafts={section.drafts} />
                <p>{t(section.about)}</p>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}

export function SettingsNav() {
  const t = useText();
  return (
    <nav className={styles.nav} aria-label={t("admin.settings.sections")} data-no-print>
      {useGroups().map(({ title, sections }) => (
        <div key={title}>
          <p className={styles.group}>{t(title)}</p>
          <ul>
            {sections.map((section) => (
              <li key={section.id}>
                <LocaleNavLink to={addressOf(section)} className={styles.link ?? ""}>
                  {t(section.title)}
                  <UnsavedMark drafts={section.drafts} />
                </LocaleNavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
