/** The list of sign-ins: one page, sorted and filtered by the server. */

import { signInCap } from "@portico/api/rules/sign-ins.ts";
import { type RefObject, useMemo } from "react";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import lists from "../../shell/staff/lists/lists.module.css";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { browserLabel, countryLabel, systemLabel } from "../sign-in-labels.ts";
import { Suspicions } from "../suspicions.tsx";
import { type Change, pageSize, type SignInSearch, sortWord } from "./analytics-search.ts";
import { PageNumbers } from "./page-numbers.tsx";
import { type SignInRow, useExport, useSignIns } from "./use-analytics.ts";

function useColumns(): Column<SignInRow>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo((): Column<SignInRow>[] => {
    const unknown = t("admin.analytics.chart.unknown");
    return [
      {
        id: "name",
        header: t("admin.analytics.column.name"),
        value: (row) => row.name,
        phone: "title",
      },
      {
        id: "created_at",
        header: t("admin.analytics.column.time"),
        value: (row) => row.created_at,
        cell: (row) => <RecordTime at={row.created_at} />,
        phone: "line",
      },
      {
        id: "country",
        header: t("admin.analytics.column.country"),
        value: (row) => countryLabel(language, row.country_code) ?? unknown,
        phone: "key",
      },
      { id: "city", header: t("admin.analytics.column.city"), value: (row) => row.city },
      {
        id: "os",
        header: t("admin.analytics.column.os"),
        value: (row) => systemLabel(row.os) ?? unknown,
      },
      {
        id: "browserName",
        header: t("admin.analytics.column.browser"),
        value: (row) => browserLabel(row.browserName) ?? unknown,
        phone: "key",
      },
      { id: "ip", header: t("admin.analytics.column.ip"), value: (row) => row.ip, phone: "line" },
      {
        id: "suspicious",
        header: t("admin.analytics.column.suspicious"),
        value: (row) => row.suspicious.map((reason) => t(`suspicion.${reason}`)).join(", "),
        cell: (row) => <Suspicions reasons={row.suspicious} />,
        sortable: false,
        phone: "line",
      },
      {
        id: "role",
        header: t("admin.analytics.column.role"),
        value: (row) => t(`users.role.${row.role}`),
        sortable: false,
        wideOnly: true,
      },
      {
        id: "client_number",
        header: t("admin.analytics.column.number"),
        value: (row) => row.client_number,
        sortable: false,
        wideOnly: true,
      },
    ];
  }, [t, language]);
}

interface ListProps {
  asked: SignInSearch;
  onChange: (change: Change) => void;
  /** The filter that `/` reaches. */
  first: RefObject<HTMLElement | null>;
}

export function SignInList({ asked, onChange, first }: ListProps) {
  const t = useText();
  const withList = useWithThisList();
  const query = useSignIns(asked);
  const columns = useColumns();
  const exportRows = useExport(asked);
  const { data } = query;
  return (
    <>
      <div className={lists.under}>
        <output>
          {data && t(data.capped ? "admin.analytics.countCapped" : "admin.analytics.count", { count: data.itemCount })}
        </output>
        <span className={lists.keys} data-no-print>
          {t("admin.analytics.keys")}
        </span>
      </div>
      <StaffTable
        query={query}
        first={first}
        label={t("admin.analytics.title")}
        columns={columns}
        rows={data?.analytics}
        rowId={(row) => String(row.id)}
        pathOf={(row) => withList(`/admin/user/${row.user_id}/profile`)}
        serverSort={{ sort: asked.sort, onSort: (sort) => onChange({ sort: sortWord(sort) }) }}
        exportName={`sign-ins-${asked.from}-${asked.to}`}
        exportRows={exportRows}
        empty={
          <Empty
            icon="search"
            title={t("admin.analytics.none")}
            action={
              <Button
                variant="default"
                size="sm"
                onClick={() =>
                  onChange({ search: "", country: "", city: "", os: "", browser: "", suspicious: "", user: "" })
                }
              >
                {t("admin.analytics.clear")}
              </Button>
            }
          >
            {t("admin.analytics.noneExplain")}
          </Empty>
        }
      />
      {data && <PageNumbers page={asked.page} pages={Math.ceil(Math.min(data.itemCount, signInCap) / pageSize)} />}
    </>
  );
}
