/** Which of the holder's positions are lent, pledged or transferred; nothing where none is. */
import type { PositionFlag } from "@portico/api/mandates.ts";
import { unprotectedKinds } from "@portico/api/rules/mandates.ts";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { formatDay, formatExact } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { Section } from "../ui/section.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./mandates.module.css";
import { useFlags } from "./use-mandates.ts";

export function FlagsSection() {
  const t = useText();
  const { holder } = useActiveHolder();
  const { data } = useFlags(holder);
  if (!data || data.flags.length === 0) return null;
  return (
    <Section title={t("portfolios.flags.title")} hint={t("portfolios.flags.lead")}>
      <ul className={styles.list}>
        {data.flags.map((flag) => (
          <Flag key={flag.id} flag={flag} />
        ))}
      </ul>
    </Section>
  );
}

function Flag({ flag }: { flag: PositionFlag }) {
  const t = useText();
  const language = useLanguage();
  const { instrument, currency, kind, quantity, from, to, note, exceeds, held } = flag;
  const name = instrument?.name ?? t("portfolios.flags.cash", { currency: currency ?? "" });
  const marked =
    quantity === null
      ? t("portfolios.flags.whole")
      : `${formatExact(language, quantity)}${currency === null ? "" : ` ${currency}`}`;
  return (
    <li>
      <div className={styles.what}>
        <p>
          {name} · {marked}
        </p>
        <p className={styles.small}>
          {[
            t(`portfolios.flag.${kind}`),
            t("portfolios.flags.since", { day: formatDay(language, from) }),
            to !== null && t("portfolios.flags.until", { day: formatDay(language, to) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {note !== null && <p className={styles.small}>{note}</p>}
        {unprotectedKinds.includes(kind) && <p className={styles.small}>{t("portfolios.flags.unprotected")}</p>}
      </div>
      {exceeds && (
        <Notice tone="attention">{t("portfolios.flags.exceeds", { held: formatExact(language, held ?? "0") })}</Notice>
      )}
    </li>
  );
}
