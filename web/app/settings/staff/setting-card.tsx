/** A setting as a card: loading, failed, or its form. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import type { ReactNode } from "react";
import { PendingQuery } from "../../shell/query-states.tsx";
import { type Saved, useSetting } from "../../shell/staff/use-setting.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";

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
  return (
    <Section title={title} hint={hint}>
      {data?.unusable && (
        <Notice tone="failed">{t("admin.settings.unusable", { fields: data.unusable.paths.join(", ") })}</Notice>
      )}
      {data ? children(data) : <PendingQuery query={query} />}
    </Section>
  );
}
