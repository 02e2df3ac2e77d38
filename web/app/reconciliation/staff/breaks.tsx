/** Breaks, filtered by what to look at first, and what is done about them. */
import type { Custodian } from "@portico/api/custodians.ts";
import { breakCauses, breakStates } from "@portico/api/rules/reconciliation.ts";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { useSession } from "../../shell/session/session.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { useBreakColumns } from "./break-columns.tsx";
import styles from "./reconciliation.module.css";

const ages = [0, 1, 3, 5, 10, 20] as const;

interface Filters {
  state: string;
  custodian: string;
  cause: string;
  owner: string;
  age: string;
}

export function Breaks({ custodians }: { custodians: readonly Custodian[] }) {
  const t = useText();
  const me = useSession()?.profile.id;
  const [filters, setFilters] = useState<Filters>({ state: "", custodian: "", cause: "", owner: "", age: "0" });
  const state = breakStates.find((one) => one === filters.state);
  const cause = [...breakCauses, "none" as const].find((one) => one === filters.cause);
  const owner = filters.owner === "nobody" ? ("nobody" as const) : filters.owner === "mine" ? me : undefined;
  const query = usePages(useApi().reconciliation.listBreaks, {
    query: {
      limit: 100,
      ...(state && { state }),
      ...(cause && { cause }),
      ...(owner !== undefined && { owner }),
      ...(filters.custodian !== "" && { custodian: Number(filters.custodian) }),
      ...(filters.age !== "0" && { age: Number(filters.age) }),
    },
  });
  const columns = useBreakColumns();
  const select = (name: keyof Filters, label: string, options: readonly { value: string; label: string }[]) => (
    <NativeSelect
      size="sm"
      label={label}
      value={filters[name]}
      data={[...options]}
      onChange={(event) => setFilters({ ...filters, [name]: event.currentTarget.value })}
    />
  );
  const all = { value: "", label: t("admin.custodians.all") };
  return (
    <Section title={t("admin.reconciliation.breaks")} hint={t("admin.reconciliation.breaksHint")}>
      <div className={styles.filters}>
        {select("state", t("admin.reconciliation.state"), [
          { value: "", label: t("admin.reconciliation.standing") },
          ...breakStates.map((value) => ({ value, label: t(`admin.reconciliation.state.${value}`) })),
        ])}
        {select("custodian", t("admin.custodians.custodian"), [
          all,
          ...custodians.map(({ id, name }) => ({ value: String(id), label: name })),
        ])}
        {select("cause", t("admin.reconciliation.cause"), [
          all,
          ...breakCauses.map((value) => ({ value, label: t(`admin.reconciliation.cause.${value}`) })),
          { value: "none", label: t("admin.reconciliation.causeNone") },
        ])}
        {select("owner", t("admin.reconciliation.owner"), [
          all,
          { value: "mine", label: t("admin.reconciliation.mine") },
          { value: "nobody", label: t("admin.reconciliation.nobody") },
        ])}
        {select(
          "age",
          t("admin.reconciliation.age"),
          ages.map((value) => ({ value: String(value), label: t("admin.reconciliation.atLeast", { count: value }) })),
        )}
      </div>
      <DataTable
        dense
        label={t("admin.reconciliation.breaks")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        exportName="reconciliation-breaks"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="check" title={t("admin.reconciliation.none")} />}
      />
      <ShowMore query={query} />
    </Section>
  );
}
