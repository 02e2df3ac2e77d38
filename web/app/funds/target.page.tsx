/** What the firm offers, for clients: with their risk profile, and what they joined. */
import { api } from "virtual:portico-api";
import { useSearchParams } from "react-router";
import { earlyCall, holder, type PageHandle } from "../shell/calls/early-calls.ts";
import { PendingQuery, ShowMore } from "../shell/calls/query-states.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { CompareTable } from "./compare-table.tsx";
import { parseCompared } from "./compared.ts";
import { DefinitionList } from "./definition-list.tsx";
import { FitWord } from "./fit-notice.tsx";
import { MyJoins } from "./my-joins.tsx";
import { useCompared, useDefinitions, useFit, useJoins } from "./use-funds.ts";

export const handle: PageHandle = {
  earlyCalls: [
    earlyCall(api.funds.listDefinitions, { query: { limit: 24 } }),
    earlyCall(api.funds.listJoins, { params: holder }),
  ],
};

const base = "/target";

export default function TargetPage() {
  const t = useText();
  const [search] = useSearchParams();
  const { ids, tooMany } = parseCompared(search);
  const query = useDefinitions();
  const joins = useJoins();
  const definitions = query.data?.rows;
  // What the profile allows is the same for each of them.
  const fit = useFit(definitions?.[0]?.id);
  return (
    <>
      <PageTitle>{t("funds.list.title")}</PageTitle>
      <PageHead
        title={t("funds.list.title")}
        actions={
          <Button component={LocaleLink} to="/target/funds" variant="default">
            {t("funds.funds.title")}
          </Button>
        }
      >
        <p>{t("funds.list.lead")}</p>
      </PageHead>
      {joins.error && !joins.data && (
        <Section title={t("funds.mine.title")}>
          <PendingQuery query={joins} />
        </Section>
      )}
      {joins.data && <MyJoins joins={joins.data.joins} />}
      {fit.data?.faults.includes("noRiskProfile") && <Notice tone="attention">{t("funds.fit.noRiskProfile")}</Notice>}
      {tooMany && <Notice tone="attention">{t("funds.list.tooMany")}</Notice>}
      {ids.length > 0 && <ComparedDefinitions ids={ids} />}
      {!definitions && <PendingQuery query={query} />}
      {definitions && (
        <DefinitionList
          key={ids.join(",")}
          definitions={definitions}
          base={base}
          compared={ids}
          renderAbout={({ risk }) => <FitWord fit={fit.data} risk={risk} />}
        />
      )}
      <ShowMore query={query} />
    </>
  );
}

function ComparedDefinitions({ ids }: { ids: readonly number[] }) {
  const t = useText();
  const { compared, isPending, failed } = useCompared(ids);
  if (isPending) return <Loading />;
  return (
    <>
      {failed && (
        <Section title={t("funds.compare.title")}>
          <PendingQuery query={failed} />
        </Section>
      )}
      {compared.length > 0 && <CompareTable compared={compared} base={base} />}
    </>
  );
}
