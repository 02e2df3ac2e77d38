/** A setting as a card: loading, failed, or its form once it is there. */
import type { SettingName } from "@portico/api/settings.ts";
import type { ReactNode } from "react";
import { errorText } from "../../shell/api.tsx";
import { Section } from "../../ui/section.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { type Saved, useSetting } from "./use-setting.ts";

interface SettingCardProps<N extends SettingName> {
  name: N;
  title: string;
  hint?: string;
  children: (saved: Saved<N>) => ReactNode;
}

export function SettingCard<N extends SettingName>({ name, title, hint, children }: SettingCardProps<N>) {
  const t = useText();
  const { data, error, isFetching, refetch } = useSetting(name);
  return (
    <Section title={title} hint={hint}>
      {data ? (
        children(data)
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
