/** Open actions of the person: only current ones, each with one link. */
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Section } from "../ui/section.tsx";
import { ComingBar } from "../ui/skeletons.tsx";
import { Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./dashboard.module.css";

export interface Need {
  id: string;
  text: string;
  action: string;
  to: string;
}

/** `isLoading`: more may follow. */
export function NeedsList({ needs, isLoading }: { needs: readonly Need[]; isLoading: boolean }) {
  const t = useText();
  return (
    <Section title={t("dashboard.needs.title")}>
      {needs.length === 0 ? (
        isLoading ? (
          <Loading>
            <ComingBar height="3.25rem" />
          </Loading>
        ) : (
          <p className={styles.nothing}>{t("dashboard.needs.nothing")}</p>
        )
      ) : (
        <ul className={styles.needs}>
          {needs.map((need) => (
            <li key={need.id}>
              <span>{need.text}</span>
              <LocaleLink to={need.to} className={styles.action}>
                {need.action}
              </LocaleLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
