/** Why an approval waits for screening: the open candidates themselves, or that the client is not screened yet. */
import { isOpenCandidate } from "@portico/api/rules/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { scoreText } from "./candidate-columns.tsx";
import styles from "./screening.module.css";
import { useHolderScreening } from "./use-screening.ts";

/** More are on the client's own page. */
const mostShown = 5;

/** The refusal `screeningOpen`. What is open is asked for again: an approval may have found it. */
export function ScreeningWaits({ holder }: { holder: Holder }) {
  const t = useText();
  const mayRead = useHasLevel("office");
  return (
    <Notice tone="failed">
      <p>{t("error.screeningOpen")}</p>
      {mayRead ? <OpenCandidates holder={holder} /> : <p>{t("admin.screening.whoDecides")}</p>}
    </Notice>
  );
}

function OpenCandidates({ holder }: { holder: Holder }) {
  const t = useText();
  const language = useLanguage();
  const from = useWithThisList();
  const { data } = useHolderScreening(holder, { staleTime: 0 });
  if (!data) return null;
  const open = data.candidates.filter(isOpenCandidate);
  const own = `/admin/${holder.holderType}/${holder.holderId}/screening`;
  return (
    <ul className={styles.waiting}>
      {open.slice(0, mostShown).map(({ id, name, entryName, score }) => (
        <li key={id}>
          <LocaleLink to={from(`/admin/screening/${id}`)}>
            {name} · {entryName} ({scoreText(language, score)})
          </LocaleLink>
        </li>
      ))}
      {(open.length === 0 || open.length > mostShown) && (
        <li>
          <LocaleLink to={own}>
            {open.length === 0 ? t("admin.screening.toHolder") : t("admin.screening.toAll", { count: open.length })}
          </LocaleLink>
        </li>
      )}
    </ul>
  );
}
