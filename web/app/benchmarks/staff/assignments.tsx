/** To whom a benchmark is offered, and a further one. */
import { NativeSelect } from "@mantine/core";
import { type BenchmarkScope, benchmarkScopes } from "@portico/api/rules/benchmarks.ts";
import { useState } from "react";
import { HolderSearch } from "../../holders/staff/holder-search.tsx";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./staff.module.css";
import type { Assignment, OpenedBenchmark } from "./use-benchmarks.ts";

/** Where to read more of whom it is assigned to. */
function addressOf({ scope, holder_type: type, target_id: id }: Assignment): string | undefined {
  if (scope === "holder") return type === "company" ? `/admin/company/${id}` : `/admin/user/${id}/profile`;
  return scope === "strategy" ? `/admin/target/${id}` : undefined;
}

export function Assignments({ benchmark }: { benchmark: OpenedBenchmark }) {
  const t = useText();
  const language = useLanguage();
  const isAdmin = useHasLevel("admin");
  const mayAssign = useHasLevel("office");
  const end = useChange((api, assignmentId: number) =>
    api.benchmarks.unassign({ params: { id: benchmark.id, assignmentId }, body: {} }),
  );
  const nameOf = ({ scope, name, strategy }: Assignment) =>
    scope === "firm" ? t("admin.benchmarks.scope.firm") : (name ?? strategy?.[language] ?? "");
  return (
    <Section title={t("admin.benchmarks.assignments")} hint={t("admin.benchmarks.assignmentsHint")}>
      {benchmark.ended && benchmark.assignments.length > 0 && (
        <Notice tone="attention">{t("admin.benchmarks.endedHint")}</Notice>
      )}
      {benchmark.assignments.length === 0 && <p>{t("admin.benchmarks.noAssignments")}</p>}
      <ul className={styles.rows}>
        {benchmark.assignments.map((one) => {
          const address = addressOf(one);
          return (
            <li key={one.id}>
              <span className="small">{t(`admin.benchmarks.scope.${one.scope}`)}</span>
              {one.scope !== "firm" &&
                (address ? <LocaleLink to={address}>{nameOf(one)}</LocaleLink> : <span>{nameOf(one)}</span>)}
              <span className="small">
                {one.created_by} · <RecordTime at={one.created_at} />
              </span>
              {mayAssign && (one.scope !== "firm" || isAdmin) && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  className={styles.end ?? ""}
                  loading={end.isPending && end.variables === one.id}
                  aria-label={t("admin.benchmarks.unassignOf", { name: nameOf(one) })}
                  onClick={() => end.mutate(one.id)}
                >
                  {t("admin.benchmarks.unassign")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {end.error && <Notice tone="failed">{errorText(t, end.error)}</Notice>}
      {benchmark.can.assign && <NewAssignment benchmark={benchmark} isAdmin={isAdmin} />}
    </Section>
  );
}

type Shown = Exclude<BenchmarkScope, "holder"> | "user" | "company";

function NewAssignment({ benchmark, isAdmin }: { benchmark: OpenedBenchmark; isAdmin: boolean }) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const [scope, setScope] = useState<Shown>("user");
  const [target, setTarget] = useState("");
  // A search keeps what was typed there: another one begins anew.
  const [round, setRound] = useState(0);
  const groups = useCall(api.distributionGroups.list, {}, { enabled: scope === "group" });
  const strategies = useCall(
    api.funds.listAllDefinitions,
    { query: { limit: 200 } },
    { enabled: scope === "strategy" },
  );
  const { id } = benchmark;
  const assign = useChange((calls) => {
    const params = { id };
    if (scope === "firm") return calls.benchmarks.assign({ params, body: { scope } });
    if (scope === "group") return calls.benchmarks.assign({ params, body: { scope, group: target } });
    if (scope === "strategy")
      return calls.benchmarks.assign({ params, body: { scope, definition_id: Number(target) } });
    return calls.benchmarks.assign({
      params,
      body: { scope: "holder", holder_type: scope, holder_id: Number(target) },
    });
  });
  const scopes: Shown[] = ["user", "company", ...benchmarkScopes.filter((one) => one !== "holder")];
  const choose = { value: "", label: t("admin.benchmarks.choose") };
  const label = t(`admin.benchmarks.to.${scope}`);
  return (
    <form
      className={styles.assign}
      onSubmit={(event) => {
        event.preventDefault();
        if (scope !== "firm" && target === "") return;
        assign.mutate(undefined, {
          onSuccess: () => {
            setTarget("");
            setRound(round + 1);
          },
        });
      }}
    >
      <NativeSelect
        label={t("admin.benchmarks.scope")}
        value={scope}
        data={scopes
          .filter((one) => one !== "firm" || isAdmin)
          .map((value) => ({ value, label: t(`admin.benchmarks.to.${value}`) }))}
        onChange={(event) => {
          setScope(scopes.find((one) => one === event.currentTarget.value) ?? "user");
          setTarget("");
        }}
      />
      {(scope === "user" || scope === "company") && (
        <HolderSearch
          key={`${scope} ${round}`}
          wanted={scope}
          label={label}
          value={target === "" ? null : Number(target)}
          without={[]}
          onChange={(chosen) => setTarget(chosen === null ? "" : String(chosen))}
        />
      )}
      {scope === "group" && (
        <NativeSelect
          label={label}
          value={target}
          data={[choose, ...(groups.data ?? []).map(({ name }) => ({ value: name, label: name }))]}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
      )}
      {scope === "strategy" && (
        <NativeSelect
          label={label}
          value={target}
          data={[
            choose,
            ...(strategies.data?.definitions ?? []).map((one) => ({
              value: String(one.id),
              label: one.name[language],
            })),
          ]}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
      )}
      <Button type="submit" variant="default" loading={assign.isPending} disabled={scope !== "firm" && target === ""}>
        {t("admin.benchmarks.assign")}
      </Button>
      {assign.error && <Notice tone="failed">{errorText(t, assign.error)}</Notice>}
    </form>
  );
}
