/** What the next nights would delete by other periods, before somebody proposes or confirms them. */
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Translate } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { PendingQuery } from "../calls/query-states.tsx";
import { useCall } from "../calls/use-call.ts";

interface ForeseenRetentionProps {
  /** Of the page: dialogs are shown where staff's texts are not loaded. */
  t: Translate;
  /** Of clients' records and sign-ins; or the types of documents, if their periods change. */
  periods?: Pick<SettingValue<"kycRules">, "retentionYears" | "signInRetentionMonths">;
  types?: SettingValue<"documentTypes">["types"];
}

/** Where only documents are counted. */
const longest = { retentionYears: 30, signInRetentionMonths: 120 };

export function ForeseenRetention({ t, periods, types }: ForeseenRetentionProps) {
  const { retentionYears, signInRetentionMonths } = periods ?? longest;
  const keeping = types?.flatMap(({ id, keepYears }) => (keepYears === null ? [] : `${id}:${keepYears}`)).join(",");
  const query = useCall(useApi().settings.foreseeRetention, {
    query: { retentionYears, signInRetentionMonths, ...(keeping !== undefined && { keeping }) },
  });
  if (!query.data) return <PendingQuery query={query} />;
  const { holders, signIns, documents } = query.data;
  return (
    <Notice tone="attention" title={t("admin.retention.foreseen")}>
      <ul>
        {types ? (
          <li>{t("admin.retention.documents", { count: documents })}</li>
        ) : (
          <>
            <li>{t("admin.retention.holders", { count: holders })}</li>
            <li>{t("admin.retention.signIns", { count: signIns })}</li>
          </>
        )}
      </ul>
      <p>{t("admin.retention.delay")}</p>
    </Notice>
  );
}
