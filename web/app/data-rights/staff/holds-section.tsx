/** Legal holds of a holder: what stands and stood, a new one, and lifting one. */

import type { dataRights, LegalHold } from "@portico/api/data-rights.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../data-rights.module.css";
import { HoldForm } from "./hold-form.tsx";

interface HoldsProps {
  holder: Holder;
  data: Answer<(typeof dataRights)["get"]>;
}

const colours = { proposed: "orange", placed: "orange", lifted: "grey", declined: "grey" } as const;

export function HoldsSection({ holder, data }: HoldsProps) {
  const t = useText();
  return (
    <Section title={t("admin.rights.holds")}>
      <p>{t(data.held ? "admin.rights.heldText" : "admin.rights.notHeldText")}</p>
      {data.holds.length === 0 && <Empty icon="document" title={t("admin.rights.noHolds")} />}
      {data.holds.length > 0 && (
        <ul className={styles.list}>
          {data.holds.map((hold) => (
            <HoldRow key={hold.id} holder={holder} hold={hold} />
          ))}
        </ul>
      )}
      {data.can.hold && <HoldForm holder={holder} />}
    </Section>
  );
}

function HoldRow({ holder, hold }: { holder: Holder; hold: LegalHold }) {
  const t = useText();
  const language = useLanguage();
  const by = hold.askedBy?.name ?? t("admin.rights.operator");
  return (
    <li>
      <div className={styles.what}>
        <p>{hold.reason ?? t("admin.rights.noReason")}</p>
        <p className={styles.small}>
          {hold.endsOn === null
            ? t("admin.rights.noEnd")
            : t("admin.rights.until", { day: formatDay(language, hold.endsOn) })}
        </p>
        <p className={styles.small}>
          {t("admin.rights.askedBy", { day: formatDay(language, hold.askedAt), name: by })}
          {hold.confirmedBy && `. ${t("admin.rights.confirmedBy", { name: hold.confirmedBy.name })}`}
        </p>
        {hold.liftedAt !== null && (
          <p className={styles.small}>
            {t("admin.rights.liftedBy", {
              day: formatDay(language, hold.liftedAt),
              name: hold.liftedBy?.name ?? "",
              reason: hold.liftReason ?? "",
            })}
          </p>
        )}
        {hold.isOver && <Notice tone="attention">{t("admin.rights.over")}</Notice>}
      </div>
      <div className={styles.actions}>
        <StatusBadge status={hold.state} colour={colours[hold.state]}>
          {t(`admin.rights.holdState.${hold.state}`)}
        </StatusBadge>
        {hold.can.lift && <LiftButton holder={holder} hold={hold} />}
      </div>
    </li>
  );
}

function LiftButton({ holder: { holderType, holderId }, hold }: { holder: Holder; hold: LegalHold }) {
  const t = useText();
  const runChange = useRunChange();
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      onClick={() =>
        openConfirmation({
          title: t("admin.rights.liftTitle"),
          text: t("admin.rights.liftText"),
          confirmLabel: t("admin.rights.lift"),
          reason: { label: t("admin.rights.reason"), hint: t("admin.rights.liftHint") },
          action: async (reason = "") => {
            await runChange((api) =>
              api.dataRights.liftHold({ params: { holderType, holderId, holdId: hold.id }, body: { reason } }),
            );
            alert.success(t("admin.rights.proposed"));
          },
        })
      }
    >
      {t("admin.rights.lift")}
    </Button>
  );
}
