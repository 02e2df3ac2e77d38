/** The firm's public pages: what visitors read, and which drafts wait. */
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import type { AnswerOf } from "../../shell/calls/keys.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import lists from "../../shell/staff/lists/lists.module.css";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import { LanguagesBehind } from "../../shell/staff/texts/languages-behind.tsx";
import { RecordDate } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { contentEditorPath } from "./use-content.ts";

type Row = AnswerOf<ReturnType<typeof useApi>["content"]["listAll"]>["pages"][number];

export default function ContentListPage() {
  const t = useText();
  const query = useCall(useApi().content.listAll);
  const columns = useColumns();
  const missing = query.data?.pages.filter(({ published }) => published === null) ?? [];
  return (
    <>
      <PageTitle>{t("admin.content.title")}</PageTitle>
      <PageHead title={t("admin.content.title")}>{t("admin.content.lead")}</PageHead>
      {missing.length > 0 && (
        <Notice tone="attention" title={t("admin.content.unpublished", { count: missing.length })}>
          <p>{t("admin.content.unpublishedText")}</p>
        </Notice>
      )}
      <StaffTable
        query={query}
        label={t("admin.content.title")}
        columns={columns}
        rows={query.data?.pages}
        rowId={({ page }) => page}
        pathOf={({ page }) => contentEditorPath(page)}
      />
    </>
  );
}

function useColumns(): readonly Column<Row>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        id: "page",
        header: t("admin.content.page"),
        value: ({ page }) => t(`shell.learnMore.${page}`),
        phone: "title",
      },
      {
        id: "state",
        header: t("admin.content.state"),
        value: ({ published, draft }) => `${published?.state ?? ""} ${draft?.state ?? ""}`,
        cell: ({ published, draft, behind }) => (
          <span className={lists.tools}>
            {published ? (
              <StatusBadge status="published" colour="green">
                {t("admin.content.publishedNumber", { version: published.version })}
              </StatusBadge>
            ) : (
              <StatusBadge status="unpublished" colour="grey">
                {t("admin.content.notPublished")}
              </StatusBadge>
            )}
            {draft && (
              <StatusBadge status="draft" colour="orange">
                {t("admin.content.draftNumber", { version: draft.version })}
              </StatusBadge>
            )}
            <LanguagesBehind languages={behind} />
          </span>
        ),
        phone: "key",
      },
      {
        id: "published",
        header: t("admin.content.publishedAt"),
        value: ({ published }) => published?.published_at ?? null,
        cell: ({ published }) => (published?.published_at ? <RecordDate at={published.published_at} /> : "–"),
        phone: "key",
      },
      {
        id: "by",
        header: t("admin.content.publishedBy"),
        value: ({ published }) => published?.published_by ?? null,
        cell: ({ published }) => published?.published_by ?? "–",
      },
      {
        id: "changed",
        header: t("admin.content.draftChanged"),
        value: ({ draft }) => draft?.changed_at ?? null,
        cell: ({ draft }) => (draft ? <RecordDate at={draft.changed_at} /> : "–"),
      },
    ],
    [t],
  );
}
