/** The marked positions of a client, for staff: listed, added, corrected and taken back. */
import type { PositionFlag } from "@portico/api/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatExact } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import styles from "../mandates.module.css";
import { useFlags } from "../use-mandates.ts";
import { FlagForm } from "./flag-form.tsx";

const nameOf = (t: Translate, { instrument, currency }: PositionFlag): string =>
  instrument?.name ?? t("admin.mandates.cashIn", { currency: currency ?? "" });
const colours = { current: "green", coming: "blue", over: "grey" } as const;

export function FlagEditor({ holder }: { holder: Holder }) {
  const t = useText();
  const query = useFlags(holder);
  /** The flag that is corrected; null for a new one, undefined while no form is open. */
  const [edited, setEdited] = useState<PositionFlag | null | undefined>();
  const { data } = query;
  return (
    <Section title={t("admin.mandates.flags")} hint={t("admin.mandates.flagsLead")}>
      {!data && <PendingQuery query={query} />}
      {data?.flags.length === 0 && edited === undefined && <Empty icon="check" title={t("admin.mandates.noFlags")} />}
      <ul className={styles.list}>
        {data?.flags.map((flag) => (
          <Line
            key={flag.id}
            holder={holder}
            flag={flag}
            canChange={data.can.record}
            onCorrect={() => setEdited(flag)}
          />
        ))}
      </ul>
      {data?.can.record &&
        (edited === undefined ? (
          <Button variant="default" onClick={() => setEdited(null)}>
            {t("admin.mandates.addFlag")}
          </Button>
        ) : (
          <FlagForm key={edited?.id ?? 0} holder={holder} flag={edited} onEnd={() => setEdited(undefined)} />
        ))}
    </Section>
  );
}

interface LineProps {
  holder: Holder;
  flag: PositionFlag;
  canChange: boolean;
  onCorrect: () => void;
}

function Line({ holder: { holderType, holderId }, flag, canChange, onCorrect }: LineProps) {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  const { id, currency, kind, quantity, from, to, note, state, exceeds, prohibited, held } = flag;
  const name = nameOf(t, flag);
  const marked =
    quantity === null
      ? t("admin.mandates.whole")
      : `${formatExact(language, quantity)}${currency === null ? "" : ` ${currency}`}`;
  return (
    <li>
      <div className={styles.what}>
        <p>
          {name} · {marked}
        </p>
        <p className={styles.small}>
          {[
            t(`admin.mandates.flag.${kind}`),
            `${t("admin.mandates.from")} ${formatDay(language, from)}`,
            to !== null && `${t("admin.mandates.to")} ${formatDay(language, to)}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {note !== null && <p className={styles.small}>{note}</p>}
        {prohibited && <Notice tone="attention">{t("admin.mandates.mark.retail")}</Notice>}
        {exceeds && (
          <Notice tone="attention">{t("admin.mandates.exceeds", { held: formatExact(language, held ?? "0") })}</Notice>
        )}
      </div>
      <div className={styles.actions}>
        <StatusBadge status={state} colour={colours[state]}>
          {t(`admin.mandates.flagState.${state}`)}
        </StatusBadge>
        {canChange && (
          <>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t("admin.mandates.correctOf", { name })}
              onClick={onCorrect}
            >
              {t("admin.mandates.correct")}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t("admin.mandates.withdrawFlagOf", { name })}
              onClick={() =>
                openConfirmation({
                  title: t("admin.mandates.withdrawFlagOf", { name }),
                  text: t("admin.mandates.withdrawFlagText"),
                  confirmLabel: t("admin.mandates.withdraw"),
                  reason: { label: t("admin.mandates.reason"), hint: "" },
                  action: async (reason = "") => {
                    await runChange((api) =>
                      api.mandates.withdrawFlag({ params: { holderType, holderId, flagId: id }, body: { reason } }),
                    );
                  },
                })
              }
            >
              {t("admin.mandates.withdraw")}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
