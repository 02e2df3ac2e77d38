/** Identifiers of a submission that stand in forms of other holders: first where something differs, then the same person. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import { listedStateOf } from "@portico/api/holder-states.ts";
import { ListedStateBadge } from "../../holders/staff/listed-state.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { formatDay } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./review.module.css";

export type Elsewhere = Answer<(typeof forms)["getRevision"]>["elsewhere"];
type Found = Elsewhere["found"][number];

interface ElsewhereProps {
  elsewhere: Elsewhere;
  /** The name of a field by its path. */
  placeOf: (path: string) => string;
}

/** Rows of the list of findings. */
export function ElsewhereFindings({ elsewhere: { found, isCut }, placeOf }: ElsewhereProps) {
  const t = useText();
  return (
    <>
      <dt>{t("admin.review.elsewhere")}</dt>
      <dd>
        {found.length === 0 && t("admin.review.elsewhere.none")}
        {found.map((one, at) => (
          // A person may stand in one form with several names.
          <FoundElsewhere key={at} found={one} placeOf={placeOf} />
        ))}
        {isCut && <p className={styles.inconsistency}>{t("admin.review.elsewhere.cut")}</p>}
      </dd>
    </>
  );
}

function FoundElsewhere({ found, placeOf }: { found: Found; placeOf: ElsewhereProps["placeOf"] }) {
  const t = useText();
  const { holder, revision, paths } = found;
  const type = holder.holder_type;
  return (
    <div className={styles.inconsistency}>
      <p className={styles.elsewhere}>
        <LocaleLink to={`/admin/${type}/${holder.holder_id}/review?revision=${revision}`}>
          {t("admin.review.elsewhere.form", { name: holder.name || t("shell.account.newCompany"), revision })}
        </LocaleLink>
        <ListedStateBadge holderType={type} state={listedStateOf(holder.state, false)} />
      </p>
      <Sentences found={found} />
      <p className={styles.explanation}>{[...new Set(paths.map(placeOf))].join("; ")}</p>
    </div>
  );
}

function Sentences({ found: { differs, isTwice, kind, name, birth_date } }: { found: Found }) {
  const t = useText();
  const language = useLanguage();
  if (differs.length === 0)
    return isTwice ? (
      <p>{t("admin.review.elsewhere.twice", { kind })}</p>
    ) : (
      <p className={styles.explanation}>{t("admin.review.elsewhere.same", { name })}</p>
    );
  return (
    <>
      {differs.includes("name") && <p>{t("admin.review.elsewhere.name", { kind, name })}</p>}
      {differs.includes("birthDate") && birth_date && (
        <p>{t("admin.review.elsewhere.birthDate", { name, day: formatDay(language, birth_date) })}</p>
      )}
      {differs.includes("number") && <p>{t("admin.review.elsewhere.number", { name })}</p>}
    </>
  );
}
