/** The last files that told of a client, on the client's own page. */
import { errorText } from "../../shell/api.tsx";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { ImportState } from "./import-state.tsx";
import styles from "./imports.module.css";
import { useClientImports } from "./use-imports.ts";

export function ClientImports({ id }: { id: number }) {
  const t = useText();
  const { data, error, isFetching, refetch } = useClientImports(id);
  return (
    <Section title={t("admin.client.imports")}>
      {data ? (
        data.imports.length > 0 ? (
          <ul className={styles.brief}>
            {data.imports.map((each) => (
              <li key={each.id}>
                <LocaleLink to={`/admin/imports?id=${each.id}`} className={styles.briefName}>
                  {each.fileName}
                </LocaleLink>
                <ImportState state={each.state} />
                <span className={styles.rest}>
                  <RecordTime at={each.confirmed_at ?? each.created_at} /> ·{" "}
                  {t("admin.client.importRows", { count: each.newRows })} · {each.created_by}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.small}>{t("admin.client.importsNone")}</p>
        )
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading />
      )}
    </Section>
  );
}
