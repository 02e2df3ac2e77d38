/** The subjects of the help by group: as an overview with a search, and as the list beside the open one. */
import { helpGroups } from "@portico/messages/help/subjects.ts";
import { Suspense, use, useState } from "react";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink, LocaleNavLink } from "../../shell/navigation/locale-link.tsx";
import { SearchField } from "../../shell/search-field.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./help.module.css";
import { searchHelp } from "./help-search.ts";
import { loadAllPages, loadTitles } from "./help-texts.client.ts";

const addressOf = (subject: string): string => `/admin/help/${subject}`;

function useGroups() {
  const titles = use(loadTitles(useLanguage()));
  return helpGroups.map(({ title, subjects }) => ({
    title,
    entries: titles.filter(({ subject }) => (subjects as readonly string[]).includes(subject)),
  }));
}

export function HelpOverview() {
  const t = useText();
  const [search, setSearch] = useState("");
  const groups = useGroups();
  return (
    <>
      <PageTitle>{t("help.title")}</PageTitle>
      <PageHead title={t("help.title")}>{t("help.lead")}</PageHead>
      <search className={styles.search}>
        <SearchField label={t("help.search")} asked={search} onChange={setSearch} />
      </search>
      {search.trim() ? (
        <Suspense fallback={<Loading />}>
          <Results search={search} />
        </Suspense>
      ) : (
        <div className={styles.overview}>
          {groups.map(({ title, entries }) => (
            <Section key={title} title={t(title)}>
              <Entries entries={entries.map(({ lead, ...entry }) => ({ ...entry, about: lead }))} />
            </Section>
          ))}
        </div>
      )}
    </>
  );
}

function Entries({ entries }: { entries: readonly { subject: string; title: string; about: string }[] }) {
  return (
    <ul className={styles.entries}>
      {entries.map(({ subject, title, about }) => (
        <li key={subject}>
          <LocaleLink to={addressOf(subject)}>{title}</LocaleLink>
          <p>{about}</p>
        </li>
      ))}
    </ul>
  );
}

function Results({ search }: { search: string }) {
  const t = useText();
  const found = searchHelp(use(loadAllPages(useLanguage())), search);
  return (
    <>
      <output className={found.length === 0 ? "visually-hidden" : styles.found}>
        {found.length === 0 ? t("help.none") : t("help.found", { count: found.length })}
      </output>
      {found.length === 0 ? (
        <Empty icon="search" title={t("help.none")}>
          {t("help.noneExplain")}
        </Empty>
      ) : (
        <Section>
          <Entries entries={found.map(({ excerpt, ...entry }) => ({ ...entry, about: excerpt }))} />
        </Section>
      )}
    </>
  );
}

export function HelpNav() {
  const t = useText();
  return (
    <nav className={styles.nav} aria-label={t("help.subjects")} data-no-print>
      {useGroups().map(({ title, entries }) => (
        <div key={title}>
          <p className={styles.group}>{t(title)}</p>
          <ul>
            {entries.map(({ subject, title: name }) => (
              <li key={subject}>
                <LocaleNavLink to={addressOf(subject)} className={styles.link ?? ""}>
                  {name}
                </LocaleNavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
