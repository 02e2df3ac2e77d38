/** Subjects by group, each with a page of its own: as an overview, and as the list beside the open one. */
import type { ReactNode } from "react";
import { Section } from "../../ui/section.tsx";
import { LocaleLink, LocaleNavLink } from "../navigation/locale-link.tsx";
import styles from "./subjects.module.css";

interface Subject {
  to: string;
  title: string;
  /** Behind the title. */
  mark?: ReactNode;
  about: string;
}
interface SubjectGroup {
  title: string;
  subjects: readonly Subject[];
}

export const SubjectOverview = ({ groups }: { groups: readonly SubjectGroup[] }) => (
  <div className={styles.overview}>
    {groups.map(({ title, subjects }) => (
      <Section key={title} title={title}>
        <SubjectEntries subjects={subjects} />
      </Section>
    ))}
  </div>
);

export const SubjectEntries = ({ subjects }: Pick<SubjectGroup, "subjects">) => (
  <ul className={styles.entries}>
    {subjects.map(({ to, title, mark, about }) => (
      <li key={to}>
        <LocaleLink to={to}>{title}</LocaleLink>
        {mark}
        <p>{about}</p>
      </li>
    ))}
  </ul>
);

export const SubjectNav = ({ label, groups }: { label: string; groups: readonly SubjectGroup[] }) => (
  <nav className={styles.nav} aria-label={label} data-no-print>
    {groups.map(({ title, subjects }) => (
      <div key={title}>
        <p className={styles.group}>{title}</p>
        <ul>
          {subjects.map(({ to, title: name, mark }) => (
            <li key={to}>
              <LocaleNavLink to={to} className={styles.link ?? ""}>
                {name}
                {mark}
              </LocaleNavLink>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);
