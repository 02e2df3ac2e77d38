/** What a report says, below other things: its facts, tables and notes. */
import type { ReportKind } from "@portico/api/rules/reports.ts";
import { layoutOf } from "@portico/reports/layouts.ts";
import { writeFact } from "@portico/reports/written.ts";
import { useMemo } from "react";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { Part } from "./report-view.tsx";
import styles from "./reports.module.css";
import { useWriting } from "./use-writing.ts";

export function SampleView({ kind, data }: { kind: ReportKind; data: unknown }) {
  const t = useText();
  const writing = useWriting();
  const layout = useMemo(() => layoutOf(kind, data), [kind, data]);
  if (!layout) return <Empty title={t("reports.newer")} />;
  return (
    <>
      <dl className={styles.facts}>
        {layout.facts.rows.map(({ label, ...fact }) => (
          <Fact key={label} name={writing.text(label)} value={writeFact(writing, fact)} />
        ))}
      </dl>
      {layout.parts.map((part) => (
        <div key={part.title}>
          <h3>{writing.text(part.title)}</h3>
          <Part part={part} writing={writing} />
        </div>
      ))}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
