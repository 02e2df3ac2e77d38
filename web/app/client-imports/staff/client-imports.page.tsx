/** Existing clients: the files from which they were brought in, and a new one. */
import type { ClientImport } from "@portico/api/client-imports.ts";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { inLanguage, LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./client-imports.module.css";
import { FileBadge } from "./states.tsx";
import { Upload } from "./upload.tsx";
import { useClientImports } from "./use-client-imports.ts";

const pathOf = ({ id }: { id: number }) => `/admin/client-imports/${id}`;

export default function ClientImportsPage() {
  const t = useText();
  const isAdmin = useHasLevel("admin");
  return (
    <>
      <PageTitle>{t("admin.clientImports.title")}</PageTitle>
      <PageHead
        title={t("admin.clientImports.title")}
        actions={
          <Button component={LocaleLink} variant="default" to="/admin/client-invitations">
            {t("admin.clientImports.invitations")}
          </Button>
        }
      >
        {t("admin.clientImports.lead")}
      </PageHead>
      {isAdmin ? <Files /> : <Notice>{t("admin.clientImports.adminsOnly")}</Notice>}
    </>
  );
}

function Files() {
  const t = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const query = useClientImports();
  const columns = useColumns();
  return (
    <>
      <Upload onRead={(read) => void navigate(inLanguage(language, pathOf(read)))} />
      <Section title={t("admin.clientImports.steps")}>
        <ol className={styles.steps}>
          <li>{t("admin.clientImports.step.file")}</li>
          <li>
            {t("admin.clientImports.step.documents")}{" "}
            <LocaleLink to="/admin/documents">{t("admin.nav.documents")}</LocaleLink>
          </li>
          <li>
            {t("admin.clientImports.step.history")}{" "}
            <LocaleLink to="/admin/imports">{t("admin.nav.imports")}</LocaleLink>
          </li>
          <li>
            {t("admin.clientImports.step.invite")}{" "}
            <LocaleLink to="/admin/client-invitations">{t("admin.clientImports.invitations")}</LocaleLink>
          </li>
        </ol>
      </Section>
      <Section title={t("admin.clientImports.files")}>
        <StaffTable
          query={query}
          label={t("admin.clientImports.files")}
          columns={columns}
          rows={query.data?.rows}
          rowId={({ id }) => String(id)}
          pathOf={pathOf}
          empty={
            <Empty icon="people" title={t("admin.clientImports.none")}>
              {t("admin.clientImports.noneExplain")}
            </Empty>
          }
        />
      </Section>
    </>
  );
}

function useColumns(): readonly Column<ClientImport>[] {
  const t = useText();
  return useMemo(
    () => [
      { id: "file", header: t("admin.clientImports.file"), value: ({ fileName }) => fileName, phone: "title" },
      {
        id: "state",
        header: t("admin.clientImports.stateHead"),
        value: ({ state }) => t(`admin.clientImports.state.${state}`),
        cell: ({ state }) => <FileBadge state={state} />,
        phone: "key",
      },
      { id: "people", header: t("admin.clientImports.clients"), value: ({ people }) => people, numeric: true },
      {
        id: "companies",
        header: t("admin.clientImports.companies"),
        value: ({ companies }) => companies,
        numeric: true,
      },
      {
        id: "booked",
        header: t("admin.clientImports.lineState.booked"),
        value: ({ counts }) => counts.booked ?? 0,
        numeric: true,
        phone: "key",
      },
      {
        id: "uploaded",
        header: t("admin.clientImports.uploaded"),
        value: ({ uploadedAt }) => uploadedAt,
        cell: ({ uploadedAt }) => <RecordTime at={uploadedAt} />,
        phone: "line",
      },
      { id: "by", header: t("admin.clientImports.by"), value: ({ uploadedBy }) => uploadedBy.name },
    ],
    [t],
  );
}
