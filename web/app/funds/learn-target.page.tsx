/** What the firm offers, for visitors: the published definitions, and up to three of them side by side. */
import { api } from "virtual:portico-api";
import { createClient } from "@portico/api/client.ts";
import type { DefinitionCard } from "@portico/api/funds.ts";
import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { useContentElements } from "../content/public-text.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { plainPage } from "../shell/public/plain-page.ts";
import { serverContext } from "../shell/server-context.ts";
import { Button } from "../ui/button.tsx";
import { MarkdownBlocks } from "../ui/markdown-blocks.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import type { Compared } from "./compare-lines.tsx";
import { CompareTable } from "./compare-table.tsx";
import { parseCompared, searchOfOffer } from "./compared.ts";
import { DefinitionList } from "./definition-list.tsx";
import styles from "./funds.module.css";
import { loadCompared } from "./public-definitions.ts";
import { type Introduction, languageOf, learnTargetPath, loadIntroduction, offerMeta } from "./public-head.ts";

interface Offered {
  introduction: Introduction;
  definitions: DefinitionCard[];
  nextCursor: string | null;
  compared: Compared[];
  ids: number[];
  tooMany: boolean;
  missing: boolean;
}

/** Complete without scripts; also for comparing, which is a form. */
export const handle = { ...plainPage, keptSearch: searchOfOffer };
export const meta = offerMeta;

/**
 * Null if the portal cannot tell, answered as 503: a page with status 200 is kept and sent to everyone else, also if only
 * this visitor's calls were refused.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const client = createClient(api, context.get(serverContext).apiFetch);
  const { searchParams: search, pathname } = new URL(request.url);
  const { ids, tooMany } = parseCompared(search);
  try {
    const [{ definitions, nextCursor }, compared, introduction] = await Promise.all([
      client.funds.listDefinitions({ query: { limit: 24, cursor: search.get("after") ?? undefined } }),
      loadCompared(client, ids),
      loadIntroduction(client, languageOf(pathname)),
    ]);
    const missing = compared.length < ids.length;
    return data<Offered | null>({ introduction, definitions, nextCursor, compared, ids, tooMany, missing });
  } catch {
    return data<Offered | null>(null, { status: 503 });
  }
}

export default function LearnTargetPage() {
  const t = useText();
  const offered = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={offered?.introduction.title ?? t("funds.list.title")}
        actions={
          <Button component={LocaleLink} to="/register">
            {t("funds.page.register")}
          </Button>
        }
      >
        {(!offered || offered.introduction.blocks.length === 0) && <p>{t("funds.list.lead")}</p>}
      </PageHead>
      {offered && offered.introduction.blocks.length > 0 && <IntroductionText introduction={offered.introduction} />}
      {!offered && <Notice tone="failed">{t("funds.list.unavailable")}</Notice>}
      {offered?.tooMany && <Notice tone="attention">{t("funds.list.tooMany")}</Notice>}
      {offered?.missing && <Notice tone="attention">{t("funds.compare.missing")}</Notice>}
      {offered && offered.compared.length > 0 && <CompareTable compared={offered.compared} base={learnTargetPath} />}
      {offered && (
        <DefinitionList
          key={offered.ids.join(",")}
          definitions={offered.definitions}
          base={learnTargetPath}
          compared={offered.ids}
        />
      )}
      {offered?.nextCursor && (
        <Button
          component={LocaleLink}
          variant="default"
          to={`${learnTargetPath}?after=${encodeURIComponent(offered.nextCursor)}`}
        >
          {t("ui.action.showMore")}
        </Button>
      )}
    </>
  );
}

function IntroductionText({ introduction }: { introduction: Introduction }) {
  const elements = useContentElements({ fees: null, treasury: null });
  return (
    <div className={styles.introduction}>
      <MarkdownBlocks blocks={introduction.blocks} elements={elements} />
    </div>
  );
}
