/** What the firm offers, for visitors: the published definitions, and up to three of them side by side. */
import { api } from "virtual:portico-api";
import { Button } from "@mantine/core";
import { createClient } from "@portico/api/client.ts";
import type { DefinitionCard } from "@portico/api/funds.ts";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { LocaleLink } from "../shell/locale-link.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { serverContext } from "../shell/server-context.ts";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import type { Compared } from "./compare-lines.tsx";
import { CompareTable } from "./compare-table.tsx";
import { comparedOf } from "./compared.ts";
import { DefinitionList } from "./definition-list.tsx";
import { loadCompared } from "./public-definitions.ts";

interface Offered {
  definitions: DefinitionCard[];
  nextCursor: string | null;
  compared: Compared[];
  ids: number[];
  tooMany: boolean;
  missing: boolean;
}

/** Null if the portal cannot tell. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Offered | null> {
  const client = createClient(api, context.get(serverContext).apiFetch);
  const search = new URL(request.url).searchParams;
  const { ids, tooMany } = comparedOf(search);
  try {
    const [{ definitions, nextCursor }, compared] = await Promise.all([
      client.funds.listDefinitions({ query: { limit: 24, cursor: search.get("after") ?? undefined } }),
      loadCompared(client, ids),
    ]);
    return { definitions, nextCursor, compared, ids, tooMany, missing: compared.length < ids.length };
  } catch {
    return null;
  }
}

const base = "/learn-more/target";

export default function LearnTargetPage() {
  const t = useText();
  const offered = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle>{t("funds.list.title")}</PageTitle>
      <PageHead
        title={t("funds.list.title")}
        actions={
          <Button component={LocaleLink} to="/register">
            {t("funds.page.register")}
          </Button>
        }
      >
        <p>{t("funds.list.lead")}</p>
      </PageHead>
      {!offered && <Notice tone="failed">{t("funds.list.unavailable")}</Notice>}
      {offered?.tooMany && <Notice tone="attention">{t("funds.list.tooMany")}</Notice>}
      {offered?.missing && <Notice tone="attention">{t("funds.compare.missing")}</Notice>}
      {offered && offered.compared.length > 0 && <CompareTable compared={offered.compared} base={base} />}
      {offered && (
        <DefinitionList
          key={offered.ids.join(",")}
          definitions={offered.definitions}
          base={base}
          compared={offered.ids}
        />
      )}
      {offered?.nextCursor && (
        <Button component={LocaleLink} variant="default" to={`${base}?after=${encodeURIComponent(offered.nextCursor)}`}>
          {t("ui.action.showMore")}
        </Button>
      )}
    </>
  );
}
