/** A setting as a card: loading, failed, or its form. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import type { ReactNode } from "react";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { ConflictNotice } from "../../shell/staff/conflicts/conflict-notice.tsx";
import conflicts from "../../shell/staff/conflicts/conflicts.module.css";
import { HistoryButton } from "../../shell/staff/history/history-button.tsx";
import { type Saved, useSetting } from "../../shell/staff/use-setting.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useRestore } from "./use-restore.ts";
import { ShowsStored, useOvertaken } from "./use-setting-form.ts";

interface SettingCardProps<N extends SettingName> {
  name: N;
  title: string;
  hint?: string;
  children: (saved: Saved<N>) => ReactNode;
}

export function SettingCard<N extends SettingName>({ name, title, hint, children }: SettingCardProps<N>) {
  const query = useSetting(name);
  const t = useText();
  const { data } = query;
  const restore = useRestore(name, data as Saved<SettingName> | undefined);
  const overtaken = useOvertaken(name, data as Saved<SettingName> | undefined);
  return (
    <Section
      title={title}
      hint={hint}
      actions={data && <HistoryButton kind="setting" of={name} title={title} current={data.data} onRestore={restore} />}
    >
      {data?.unusable && (
        <Notice tone="failed">{t("admin.settings.unusable", { fields: data.unusable.paths.join(", ") })}</Notice>
      )}
      {data ? children(data) : <PendingQuery query={query} />}
      {data && overtaken && (
        <div className={conflicts.below}>
          <ConflictNotice
            by={data.updated_by ?? null}
            at={data.updated_at}
            onKeepMine={overtaken.keepMine}
            onTakeStored={overtaken.takeStored}
          />
          <section className={conflicts.stored} aria-label={t("admin.conflict.stored")}>
            <h3>{t("admin.conflict.stored")}</h3>
            <ShowsStored value={true}>{children({ ...data, can: { save: false } })}</ShowsStored>
          </section>
        </div>
      )}
    </Section>
  );
}
