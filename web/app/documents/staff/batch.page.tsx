/** Documents for many from one ZIP: who would get what, and the one confirmation that adds all of it. */

import { batchMaxBytes, batchMaxEntries } from "@portico/api/rules/document-batches.ts";
import { useNavigate, useParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Day, Moment } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, PageHead, Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../documents.module.css";
import { useDocumentTypes } from "../use-documents.ts";
import { BatchBadge } from "./batch-badge.tsx";
import { BatchEntries } from "./batch-entries.tsx";
import { type OpenBatch, useBatchActions } from "./use-batch-actions.ts";

const megabyte = 1024 * 1024;

export default function DocumentBatchPage() {
  const t = useText();
  const api = useApi();
  const id = Number(useParams()["id"]);
  const query = useCall(api.documents.getBatch, { params: { batchId: id } });
  return (
    <>
      <PageTitle>{t("admin.batch.one")}</PageTitle>
      <BackLink to="/admin/documents">{t("admin.batch.title")}</BackLink>
      {query.data ? (
        <Batch batch={query.data} />
      ) : (
        <>
          <PageHead title={t("admin.batch.one")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

function Batch({ batch }: { batch: OpenBatch }) {
  const t = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const { nameOf } = useDocumentTypes();
  const { exclude, confirm, discard } = useBatchActions(
    batch,
    () => void navigate(inLanguage(language, "/admin/documents")),
  );
  const { type, title, valid_until, file_name, state, can, created_at, created_by } = batch;
  return (
    <>
      <PageHead
        title={title}
        actions={
          <>
            {can.discard && (
              <Button variant="default" onClick={discard}>
                {t("admin.batch.discard")}
              </Button>
            )}
            {can.exclude && (
              <Button onClick={confirm} disabled={!can.confirm}>
                {t("admin.batch.confirm")}
              </Button>
            )}
          </>
        }
      >
        <Facts>
          <BatchBadge state={state} confirmable={batch.can.confirm} />
          <span>
            {nameOf(type)}
            {valid_until && (
              <>
                {" · "}
                {t("documents.list.validUntil")} <Day day={valid_until} />
              </>
            )}
          </span>
          <span>{file_name}</span>
          <span>
            {created_by} · <Moment at={created_at} />
          </span>
        </Facts>
      </PageHead>
      <Standing batch={batch} />
      {(state === "ready" || state === "added") && <BatchEntries batch={batch} onExclude={exclude} />}
    </>
  );
}

/** What is to be done now, in one sentence. */
function Standing({
  batch: { state, refused_because, total, checked, excluded, entries, can, expires_at },
}: {
  batch: OpenBatch;
}) {
  const t = useText();
  const faults = entries.filter((entry) => entry.faults.length > 0 && !entry.excluded).length;
  const count = total - excluded;
  if (state === "reading")
    return (
      <Section>
        <progress
          className={styles.progress}
          max={Math.max(total, 1)}
          {...(total > 0 && { value: checked })}
          aria-label={t("admin.batch.state.reading")}
        />
        <output>{total === 0 ? t("admin.batch.unpacking") : t("admin.batch.checking", { checked, total })}</output>
      </Section>
    );
  if (state === "refused")
    return (
      <Notice tone="failed" title={t("admin.batch.refused")}>
        {t(`admin.batch.archive.${refused_because ?? "unreadable"}`, {
          count: batchMaxEntries,
          megabytes: batchMaxBytes / megabyte,
        })}
      </Notice>
    );
  if (state === "added") return <Notice tone="done">{t("admin.batch.done", { count: total - excluded })}</Notice>;
  return (
    <Notice tone={can.confirm || !can.exclude ? "info" : "attention"}>
      <p>
        {count === 0
          ? t("admin.batch.allExcluded")
          : faults === count
            ? t("admin.batch.allFaulty", { count })
            : faults > 0
              ? t("admin.batch.faults", { faults, count })
              : t("admin.batch.ready", { count })}
      </p>
      <p>
        {t("admin.batch.until")} <Moment at={expires_at} />
      </p>
    </Notice>
  );
}
