/** Breaks, filtered by what to look at first, and what is done about them. */
import type { Custodian } from "@portico/api/custodians.ts";
import type { ReconciliationBreak } from "@portico/api/reconciliation.ts";
import { breakCauses, breakStates } from "@portico/api/rules/reconciliation.ts";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { useSession } from "../../shell/session/session.ts";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { Queue } from "../../shell/staff/queue/queue.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { useBreakClaim, useBreakColumns, useExplain } from "./break-columns.tsx";
import styles from "./reconciliation.module.css";

const ages = [0, 1, 3, 5, 10, 20] as const;

interface Filters {
  state: string;
  custodian: string;
  cause: string;
  owner: string;
  age: string;
}

const replaced = { replace: true };
const rowId = ({ id }: ReconciliationBreak): string => String(id);
const mayWork = ({ can }: ReconciliationBreak): boolean => can.work;

/** Of the list's filter; closed ones are not worked on. */
function matchingOf(
  state: ReconciliationBreak["state"] | undefined,
  counts: { open: number; explained: number } | undefined,
): { count: number; isCapped: boolean } | undefined {
  if (!counts || state === "closed") return undefined;
  return { count: state ? counts[state] : counts.open + counts.explained, isCapped: false };
}

interface BreaksProps {
  custodians: readonly Custodian[];
  /** The saved views of the queue. */
  views: ReactNode;
}

export function Breaks({ custodians, views }: BreaksProps) {
  const t = useText();
  const me = useSession()?.profile.id;
  const [params] = useSearchParams();
  const change = useChangeParam(replaced);
  const read = (name: keyof Filters, otherwise = "") => params.get(name) ?? otherwise;
  const filters: Filters = {
    state: read("state"),
    custodian: /^\d{1,15}$/.test(read("custodian")) ? read("custodian") : "",
    cause: read("cause"),
    owner: read("owner"),
    age: ages.map(String).find((age) => age === params.get("age")) ?? "0",
  };
  const state = breakStates.find((one) => one === filters.state);
  const cause = [...breakCauses, "none" as const].find((one) => one === filters.cause);
  const owner = filters.owner === "nobody" ? ("nobody" as const) : filters.owner === "mine" ? me : undefined;
  const filter = {
    ...(state && { state }),
    ...(cause && { cause }),
    ...(owner !== undefined && { owner }),
    ...(filters.custodian !== "" && { custodian: Number(filters.custodian) }),
    ...(filters.age !== "0" && { age: Number(filters.age) }),
  };
  const query = usePages(useApi().reconciliation.listBreaks, { query: { limit: 100, ...filter } });
  const claim = useBreakClaim();
  const explain = useExplain();
  const columns = useBreakColumns();
  const select = (name: keyof Filters, label: string, options: readonly { value: string; label: string }[]) => (
    <NativeSelect
      size="sm"
      label={label}
      value={filters[name]}
      data={[...options]}
      onChange={(event) => change(name, event.currentTarget.value)}
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
      <Queue
        query={{ ...query, isPlaceholderData: false }}
        label={t("admin.reconciliation.breaks")}
        columns={columns}
        rows={query.data?.rows}
        rowId={rowId}
        pathOf={({ holder }) => `/admin/${holder.holder_type}/${holder.holder_id}/portfolio`}
        nameOf={({ name, holder }) => `${holder.name}: ${name}`}
        mayChoose={mayWork}
        filter={filter}
        matching={matchingOf(state, query.data?.pages[0])}
        above={views}
        give={(of, to) => ({ action: "giveBreaks", of, to })}
        claim={claim}
        hidesClaim
        rowActions={[
          { key: "e", label: t("admin.reconciliation.explain"), act: (row) => row.can.work && explain(row) },
        ]}
        exportName="reconciliation-breaks"
        empty={<Empty icon="check" title={t("admin.reconciliation.none")} />}
      />
    </Section>
  );
}
