/** Versions of the list against which clients are screened, and the way to add one. */
import type { ScreeningList } from "@portico/api/screening.ts";
import { useMemo } from "react";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { useSaveAnswer } from "../../shell/calls/use-download.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordMinute } from "../../ui/dates.tsx";
import { useFileSize } from "../../ui/file-size.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { ListUpload } from "./list-upload.tsx";
import styles from "./screening.module.css";
import { useLists } from "./use-screening.ts";

export default function ListsPage() {
  const t = useText();
  const mayRead = useHasLevel("office");
  return (
    <>
      <PageTitle>{t("admin.screening.lists.title")}</PageTitle>
      <BackLink to="/admin/screening">{t("admin.screening.title")}</BackLink>
      <PageHead title={t("admin.screening.lists.title")} />
      {mayRead ? <Lists /> : <Notice>{t("error.forbidden")}</Notice>}
    </>
  );
}

function Lists() {
  const t = useText();
  const query = useLists();
  const columns = useColumns();
  const { data } = query;
  const { can, due = 0 } = data?.pages[0] ?? {};
  return (
    <>
      {can?.upload && <ListUpload />}
      <Section
        title={t("admin.screening.lists.title")}
        {...(due > 0 && { hint: t("admin.screening.lists.due", { count: due }) })}
      >
        <DataTable
          dense
          label={t("admin.screening.lists.title")}
          columns={columns}
          rows={data?.rows}
          rowId={({ id }) => String(id)}
          error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
          empty={<Empty icon="eye" title={t("admin.screening.lists.none")} />}
        />
        <ShowMore query={query} />
      </Section>
    </>
  );
}

/** The file of a version, to be checked by its hash. */
function OriginalFile({ list: { id, name, sha256, originalSize } }: { list: ScreeningList }) {
  const t = useText();
  const sizeOf = useFileSize();
  const { save, busy } = useSaveAnswer();
  if (sha256 === "") return "–";
  const label = originalSize !== null && t("admin.screening.lists.download", { size: sizeOf(originalSize) });
  return (
    <span className={styles.original}>
      {label && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          aria-label={`${label}, ${name}`}
          onClick={() => void save((api) => api.screening.downloadList({ params: { id } }))}
        >
          {label}
        </Button>
      )}
      <span className={styles.hash} title={sha256}>
        SHA-256 {sha256.slice(0, 12)}…
      </span>
    </span>
  );
}

const colours: Record<ScreeningList["state"], StatusColour> = {
  previewed: "orange",
  refused: "red",
  active: "green",
  former: "grey",
  discarded: "grey",
};

function useColumns(): readonly Column<ScreeningList>[] {
  const t = useText();
  return useMemo(() => {
    const moment = (id: string, header: string, at: (row: ScreeningList) => string | null): Column<ScreeningList> => ({
      id,
      header,
      value: at,
      cell: (row) => {
        const when = at(row);
        return when === null ? "–" : <RecordMinute at={when} />;
      },
    });
    return [
      { id: "name", header: t("admin.screening.lists.name"), value: ({ name }) => name, phone: "title" },
      {
        id: "state",
        header: t("admin.screening.state"),
        value: ({ state }) => t(`admin.screening.lists.state.${state}`),
        cell: ({ state }) => (
          <StatusBadge status={state} colour={colours[state]}>
            {t(`admin.screening.lists.state.${state}`)}
          </StatusBadge>
        ),
        phone: "key",
      },
      {
        id: "entries",
        header: t("admin.screening.lists.entries"),
        value: ({ entries }) => entries,
        numeric: true,
        phone: "key",
      },
      { id: "by", header: t("admin.screening.lists.by"), value: ({ created_by: by }) => by, wideOnly: true },
      {
        id: "file",
        header: t("admin.screening.lists.file"),
        value: ({ originalSize }) => originalSize,
        cell: (row) => <OriginalFile list={row} />,
        control: true,
        sortable: false,
        phone: "line",
      },
      moment("listed", t("admin.screening.lists.listed"), ({ listedAt }) => listedAt),
      moment("read", t("admin.screening.lists.read"), ({ created_at }) => created_at),
      moment("taken", t("admin.screening.lists.taken"), ({ takenAt }) => takenAt),
    ];
  }, [t]);
}
