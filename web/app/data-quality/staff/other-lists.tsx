/** Currencies without a rate, clients without a number, and texts of which a language was left behind. */
import type { RateGap, TextBehind } from "@portico/api/data-quality.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { type RowOf, usePages } from "../../shell/calls/use-pages.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { CheckList } from "./check-list.tsx";
import { ClientLink } from "./client-link.tsx";

function useRateColumns() {
  const t = useText();
  return useMemo(
    (): readonly Column<RateGap>[] => [
      { id: "currency", header: t("admin.dataQuality.currency"), value: ({ currency }) => currency, phone: "title" },
      {
        id: "quoted",
        header: t("admin.dataQuality.lastRate"),
        value: ({ quoted }) => quoted,
        cell: ({ quoted }) => (quoted === null ? t("admin.dataQuality.never") : <RecordDay day={quoted} />),
        phone: "key",
      },
    ],
    [t],
  );
}

export function RateList() {
  const query = useCall(useApi().dataQuality.listRates);
  const columns = useRateColumns();
  return (
    <CheckList
      check="rates"
      columns={columns}
      rows={query.data?.rates}
      rowId={({ currency }) => currency}
      query={query}
      mend={{ to: "/admin/central-banks", label: "admin.nav.centralBanks" }}
    />
  );
}

type Unnumbered = RowOf<{ holders: { holder_type: "user" | "company"; holder_id: number; name: string }[] }>;

function useUnnumberedColumns() {
  const t = useText();
  return useMemo(
    (): readonly Column<Unnumbered>[] => [
      {
        id: "client",
        header: t("admin.dataQuality.client"),
        value: ({ name }) => name,
        cell: (holder) => <ClientLink holder={holder} section="profile" />,
        phone: "title",
      },
      {
        id: "kind",
        header: t("admin.dataQuality.kind"),
        value: ({ holder_type: type }) => t(`admin.dataQuality.kind.${type}`),
        phone: "key",
      },
    ],
    [t],
  );
}

export function UnnumberedList() {
  const query = usePages(useApi().dataQuality.listUnnumbered, { query: { limit: 100 } });
  const columns = useUnnumberedColumns();
  return (
    <CheckList
      check="numbers"
      columns={columns}
      rows={query.data?.rows}
      rowId={({ holder_type: type, holder_id: id }) => `${type}/${id}`}
      query={query}
    >
      <ShowMore query={query} />
    </CheckList>
  );
}

function useTextColumns() {
  const t = useText();
  return useMemo(
    (): readonly Column<TextBehind>[] => [
      {
        id: "page",
        header: t("admin.dataQuality.page"),
        value: ({ page }) => t(`shell.learnMore.${page}`),
        cell: ({ page }) => <LocaleLink to={`/admin/content/${page}`}>{t(`shell.learnMore.${page}`)}</LocaleLink>,
        phone: "title",
      },
      {
        id: "languages",
        header: t("admin.dataQuality.languages"),
        value: ({ languages }) => languages.map((language) => t(`shell.language.${language}`)).join(", "),
        phone: "key",
      },
    ],
    [t],
  );
}

export function TextList() {
  const query = useCall(useApi().dataQuality.listTexts);
  const columns = useTextColumns();
  return (
    <CheckList
      check="texts"
      columns={columns}
      rows={query.data?.texts}
      rowId={({ page }) => page}
      query={query}
      mend={{ to: "/admin/content", label: "admin.nav.content" }}
    />
  );
}
