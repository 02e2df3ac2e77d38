/** One definition, for clients: whether it suits them, what it costs in euro, and asking to join it. */

import type { Definition } from "@portico/api/funds.ts";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { BackLink } from "../shell/navigation/back-link.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Button } from "../ui/button.tsx";
import { loadedPart } from "../ui/loaded-part.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { checkId } from "./check-id.ts";
import { DefinitionView } from "./definition-view.tsx";
import { EuroCosts } from "./euro-costs.tsx";
import { FitNotice } from "./fit-notice.tsx";
import styles from "./funds.module.css";
import { MyJoins } from "./my-joins.tsx";
import { parsedDocs } from "./parsed-docs.ts";
import { useDefinition, useFit, useHistory, useJoins } from "./use-funds.ts";

export const loader = checkId;
export const clientLoader = checkId;

/** Loaded when it is first opened. */
const JoinDialog = loadedPart(() => import("./join-dialog.tsx"));

export default function DefinitionPage() {
  const t = useText();
  const id = Number(useParams()["id"]);
  const query = useDefinition(id);
  return (
    <>
      <BackLink to="/target">{t("funds.list.title")}</BackLink>
      {query.data ? (
        <Whole key={id} definition={query.data} />
      ) : (
        <>
          <PageTitle>{t("funds.page.one")}</PageTitle>
          <PageHead title={t("funds.page.one")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

function Whole({ definition }: { definition: Definition }) {
  const t = useText();
  const language = useLanguage();
  const { readOnly } = useActiveHolder();
  const fit = useFit(definition.id);
  const joins = useJoins();
  const { history, query } = useHistory(definition.id, definition);
  const docs = useMemo(() => parsedDocs(definition.docs?.[language] ?? ""), [definition, language]);
  const [isOpen, setOpen] = useState(false);
  const mayJoin = fit.data?.faults.length === 0 && !readOnly;
  return (
    <>
      <PageTitle>{definition.name[language]}</PageTitle>
      <DefinitionView
        definition={definition}
        docs={docs}
        history={history}
        pendingHistory={
          <Section title={t("funds.chart.title")}>
            <PendingQuery query={query} />
          </Section>
        }
        actions={
          <Button onClick={() => setOpen(true)} disabled={!mayJoin} aria-describedby="fit">
            {t("funds.join.action")}
          </Button>
        }
        renderOther={(amounts, totals) => (
          <EuroCosts amounts={amounts} totals={totals} currency={definition.currency} />
        )}
        renderFundLink={(fund, label) => <LocaleLink to={`/target/funds/${fund.id}`}>{label}</LocaleLink>}
      >
        <div id="fit" className={styles.fit}>
          {fit.data ? <FitNotice fit={fit.data} /> : <PendingQuery query={fit} />}
        </div>
        <MyJoins joins={joins.data?.joins.filter(({ definition_id }) => definition_id === definition.id) ?? []} />
      </DefinitionView>
      {mayJoin && <JoinDialog opened={isOpen} onClose={() => setOpen(false)} definition={definition} />}
    </>
  );
}
