/** All versions of a corporate action: who changed what when. */
import type { ActionDetails } from "@portico/api/corporate-actions.ts";
import parts from "../../shell/staff/parts.module.css";
import { Moment } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ActionBadge } from "./action-badge.tsx";

export function VersionsSection({ action: { versions } }: { action: ActionDetails }) {
  const t = useText();
  return (
    <Section title={t("admin.actions.versions")}>
      <ol className={parts.timeline} reversed>
        {versions.map(({ version, state, changedBy, changedAt, reason }) => (
          <li key={version}>
            <span>
              {version} · <ActionBadge state={state} /> · {changedBy ?? t("admin.actions.portal")} ·{" "}
              <Moment at={changedAt} />
            </span>
            {reason && <p className={parts.reason}>{reason}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}
