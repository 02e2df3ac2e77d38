/** The subjects of the help by group: as an overview with a search, and as the list beside the open one. */
import { helpGroups } from "@portico/messages/help/subjects.ts";
import { Suspense, use, useState } from "react";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { SearchField } from "../../shell/search-field.tsx";
import { SubjectEntries, SubjectNav, SubjectOverview } from "../../shell/staff/subjects.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./help.module.css";
import { searchHelp } from "./help-search.ts";
import { loadAllPages, loadTitles } from "./help-texts.client.ts";

const addressOf = (subject: string): string => `/admin/help/${subject}`;

function useGroups() {
  const t = useText();
  const titles = use(loadTitles(useLanguage()));
  return helpGroups.map(({ title, subjects }) => ({
    title: t(title),
    subjects: titles
      .filter(({ subject }) => (subjects as readonly string[]).includes(subject))
      .map(({ subject, lead, ...entry }) => ({ ...entry, to: addressOf(subject), about: lead })),
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
        <SubjectOverview groups={groups} />
      )}
    </>
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
          <SubjectEntries
            subjects={found.map(({ subject, title, excerpt }) => ({ to: addressOf(subject), title, about: excerpt }))}
          />
        </Section>
      )}
    </>
  );
}

export function HelpNav() {
  const t = useText();
  return <SubjectNav label={t("help.subjects")} groups={useGroups()} />;
}
