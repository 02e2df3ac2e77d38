/** Corporate actions of somebody who lets the reader see their reports: only read. */
import type { Holder } from "@portico/api/shapes.ts";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { Section } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { OwnActionCard } from "./own-action.tsx";
import { useOwnActions } from "./use-own-actions.ts";

export default function SharedActions({ holder }: { holder: Holder }) {
  const t = useText();
  const query = useOwnActions(holder);
  const { data } = query;
  if (!data || data.actions.length === 0)
    return (
      <Section title={t("corporateActions.title")}>
        {data ? <Empty icon="document" title={t("corporateActions.none")} /> : <PendingQuery query={query} />}
      </Section>
    );
  return (
    <section aria-label={t("corporateActions.title")}>
      {data.actions.map((action) => (
        <OwnActionCard key={action.id} action={action} holder={holder} timeZone={data.timeZone} readOnly />
      ))}
    </section>
  );
}
