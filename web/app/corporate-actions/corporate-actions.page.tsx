/** Corporate actions of what the active holder has: what comes, what may be chosen, what was booked. */
import { api } from "virtual:portico-api";
import type { OwnAction } from "@portico/api/corporate-actions.ts";
import { holder as early, earlyCall, type PageHandle } from "../shell/calls/early-calls.ts";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { PageHead } from "../ui/section.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { OwnActionCard } from "./own-action.tsx";
import { useOwnActions } from "./use-own-actions.ts";

export const handle: PageHandle = {
  earlyCalls: [earlyCall(api.corporateActions.listOwn, { params: early })],
};

const isComing = ({ state }: OwnAction): boolean => state === "coming" || state === "changing";

export default function CorporateActionsPage() {
  const t = useText();
  const { holder, readOnly } = useActiveHolder();
  const query = useOwnActions(holder);
  const { data } = query;
  const groups = [
    // The next one first.
    { title: t("corporateActions.coming"), actions: data?.actions.filter(isComing).toReversed() ?? [] },
    { title: t("corporateActions.past"), actions: data?.actions.filter((one) => !isComing(one)) ?? [] },
  ];
  return (
    <>
      <PageTitle>{t("corporateActions.title")}</PageTitle>
      <PageHead title={t("corporateActions.title")}>{t("corporateActions.lead")}</PageHead>
      {!data && <PendingQuery query={query} />}
      {data?.actions.length === 0 && <Empty icon="document" title={t("corporateActions.none")} />}
      {data &&
        groups.map(
          ({ title, actions }) =>
            actions.length > 0 && (
              <section key={title} aria-label={title}>
                {actions.map((action) => (
                  <OwnActionCard
                    key={action.id}
                    action={action}
                    holder={holder}
                    timeZone={data.timeZone}
                    readOnly={readOnly}
                  />
                ))}
              </section>
            ),
        )}
    </>
  );
}
