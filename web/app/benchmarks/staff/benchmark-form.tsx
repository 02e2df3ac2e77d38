/** The data of a benchmark: new, or changed. */
import { NativeSelect, TextInput } from "@mantine/core";
import type { BenchmarkContent } from "@portico/api/benchmarks.ts";
import { currencyCodes } from "@portico/api/currencies.ts";
import { ApiError } from "@portico/api/errors.ts";
import {
  type BenchmarkClass,
  benchmarkClasses,
  benchmarkKinds,
  benchmarkLimits,
  blendRebalancings,
  returnKinds,
} from "@portico/api/rules/benchmarks.ts";
import { languages } from "@portico/messages/text.ts";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { formatExact } from "../../ui/format.ts";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type Language, useLanguage, useText } from "../../ui/text.tsx";
import { readAmount } from "../../ui/typed-amount.ts";
import { BlendParts, type TypedPart } from "./blend-parts.tsx";
import type { FormerContent } from "./former-content.ts";
import { InstrumentSelect } from "./instrument-select.tsx";
import styles from "./staff.module.css";
import { type OpenedBenchmark, useBenchmarks } from "./use-benchmarks.ts";

type Kind = BenchmarkContent["kind"];

interface Typed {
  kind: Kind;
  name: BenchmarkContent["name"];
  instrument: number | null;
  currency: string;
  returnKind: "price" | "total";
  /** Null for the instrument's own, and for a series that is not classified. */
  assetClass: BenchmarkClass | null;
  rebalancing: "monthly" | "drift";
  baseDay: string;
  parts: TypedPart[];
}

function typedOf(benchmark: OpenedBenchmark | undefined, language: Language): Typed {
  const parts = benchmark?.parts.map(({ percent }, place) => ({
    id: String(benchmark.part_ids[place]?.id ?? ""),
    percent: formatExact(language, percent),
  }));
  return {
    kind: benchmark?.kind ?? "instrument",
    name: benchmark?.name ?? { bg: "", en: "", pl: "" },
    instrument: benchmark?.instrument?.id ?? null,
    currency: benchmark?.currency ?? "EUR",
    returnKind: benchmark?.return_kind === "total" ? "total" : "price",
    assetClass: benchmark?.asset_class ?? null,
    rebalancing: benchmark?.rebalancing ?? "monthly",
    baseDay: benchmark?.base_day ?? "",
    parts:
      parts && parts.length > 0
        ? parts
        : [
            { id: "", percent: "" },
            { id: "", percent: "" },
          ],
  };
}

/** A former content as typed. What it does not state is as it is now. */
function formerTyped(now: Typed, former: BenchmarkContent, language: Language): Typed {
  const { name } = former;
  if (former.kind === "blend")
    return {
      ...now,
      name,
      currency: former.currency,
      rebalancing: former.rebalancing,
      baseDay: former.base_day ?? "",
      parts: former.parts.map(({ benchmark_id: id, percent }) => ({
        id: String(id),
        percent: formatExact(language, percent),
      })),
    };
  const { return_kind: returnKind, asset_class: assetClass = now.assetClass } = former;
  return { ...now, name, returnKind, assetClass, ...(former.kind === "series" && { currency: former.currency }) };
}

/** What is sent; what is missing is sent as such, and the server names its place. */
function contentOf(typed: Typed, language: Language): BenchmarkContent {
  const { kind, name, currency, returnKind: return_kind, assetClass: asset_class } = typed;
  if (kind === "instrument") return { kind, name, instrument_id: typed.instrument ?? 0, return_kind, asset_class };
  if (kind === "series") return { kind, name, currency, return_kind, asset_class };
  return {
    kind,
    name,
    currency,
    rebalancing: typed.rebalancing,
    base_day: typed.rebalancing === "drift" && typed.baseDay !== "" ? typed.baseDay : null,
    parts: typed.parts.map(({ id, percent }) => ({
      benchmark_id: Number(id),
      percent: readAmount(language, percent) ?? percent,
    })),
  };
}

interface FieldsProps {
  typed: Typed;
  onChange: (part: Partial<Typed>) => void;
  errorOf: (path: string) => string | undefined;
}

function KindField({ kind, onChange }: { kind: Kind; onChange: FieldsProps["onChange"] }) {
  const t = useText();
  return (
    <NativeSelect
      label={t("admin.benchmarks.kind")}
      description={t("admin.benchmarks.kindHint")}
      value={kind}
      data={benchmarkKinds.map((value) => ({ value, label: t(`admin.benchmarks.kind.${value}`) }))}
      onChange={(event) =>
        onChange({ kind: benchmarkKinds.find((one) => one === event.currentTarget.value) ?? "instrument" })
      }
    />
  );
}

function NameFields({ typed, onChange, errorOf }: FieldsProps) {
  const t = useText();
  return (
    <>
      {languages.map((one) => (
        <LimitedInput
          key={one}
          lang={one}
          label={t("admin.benchmarks.nameIn", { language: t(`shell.language.${one}`) })}
          required
          limit={benchmarkLimits.name}
          value={typed.name[one]}
          error={errorOf(`name.${one}`)}
          onChange={(event) => onChange({ name: { ...typed.name, [one]: event.currentTarget.value } })}
        />
      ))}
    </>
  );
}

/** How the values of a blend follow from its parts. */
function RebalancingFields({ typed, onChange, errorOf }: FieldsProps) {
  const t = useText();
  return (
    <>
      <NativeSelect
        label={t("admin.benchmarks.rebalancing")}
        value={typed.rebalancing}
        data={blendRebalancings.map((value) => ({ value, label: t(`admin.benchmarks.rebalancing.${value}`) }))}
        onChange={(event) =>
          onChange({ rebalancing: blendRebalancings.find((one) => one === event.currentTarget.value) ?? "monthly" })
        }
      />
      {typed.rebalancing === "drift" && (
        <TextInput
          type="date"
          label={t("admin.benchmarks.baseDay")}
          description={t("admin.benchmarks.baseDayHint")}
          value={typed.baseDay}
          error={errorOf("base_day")}
          onChange={(event) => onChange({ baseDay: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** What the values of an instrument or a series say. */
function ReturnFields({ typed, onChange, errorOf, kind }: FieldsProps & { kind: Exclude<Kind, "blend"> }) {
  const t = useText();
  return (
    <>
      <NativeSelect
        label={t("admin.benchmarks.returnKind")}
        value={typed.returnKind}
        data={returnKinds.map((value) => ({ value, label: t(`admin.benchmarks.returnKind.${value}`) }))}
        onChange={(event) =>
          onChange({ returnKind: returnKinds.find((one) => one === event.currentTarget.value) ?? "price" })
        }
      />
      <NativeSelect
        label={t("admin.benchmarks.assetClass")}
        description={t("admin.benchmarks.assetClassHint")}
        value={typed.assetClass ?? ""}
        error={errorOf("asset_class")}
        data={[
          { value: "", label: t(`admin.benchmarks.assetClass.none.${kind}`) },
          ...benchmarkClasses.map((value) => ({ value, label: t(`portfolios.class.${value}`) })),
        ]}
        onChange={(event) =>
          onChange({ assetClass: benchmarkClasses.find((one) => one === event.currentTarget.value) ?? null })
        }
      />
    </>
  );
}

interface BenchmarkFormProps {
  /** Undefined for a new one. */
  benchmark: OpenedBenchmark | undefined;
  /** What the form begins with instead of what is in force. */
  former?: FormerContent;
  onSaved: (id: number) => void;
}

export function BenchmarkForm({ benchmark, former, onSaved }: BenchmarkFormProps) {
  const t = useText();
  const language = useLanguage();
  const [typed, setTyped] = useState(() => {
    const now = typedOf(benchmark, language);
    return former ? formerTyped(now, former, language) : now;
  });
  const all = useBenchmarks();
  const save = useChange((api, content: BenchmarkContent) =>
    benchmark
      ? api.benchmarks
          .save({ params: { id: benchmark.id }, body: { content, since: benchmark.saved_at } })
          .then(() => benchmark.id)
      : api.benchmarks.create({ body: content }).then(({ id }) => id),
  );
  const faults = save.error instanceof ApiError ? fieldErrorTexts(t, save.error) : {};
  const errorOf = (path: string) => faults[path] ?? faults[`content.${path}`];
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  const { kind } = typed;
  const fields = { typed, onChange: change, errorOf };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(contentOf(typed, language), {
      onSuccess: (id) => {
        alert.success(t("admin.benchmarks.saved"));
        onSaved(id);
      },
    });
  }
  return (
    <form method="post" className={styles.stack} onSubmit={submit} noValidate>
      {!benchmark && <KindField kind={kind} onChange={change} />}
      {kind === "instrument" && !benchmark && (
        <InstrumentSelect
          value={typed.instrument}
          error={errorOf("instrument_id")}
          onChange={(instrument, name) =>
            change({ instrument, ...(typed.name.en === "" && { name: { bg: name, en: name, pl: name } }) })
          }
        />
      )}
      <div className={styles.fields}>
        <NameFields {...fields} />
        {kind !== "instrument" && (
          <NativeSelect
            label={t("admin.benchmarks.currency")}
            value={typed.currency}
            error={errorOf("currency")}
            data={[...currencyCodes]}
            onChange={(event) => change({ currency: event.currentTarget.value })}
          />
        )}
        {kind === "blend" ? <RebalancingFields {...fields} /> : <ReturnFields {...fields} kind={kind} />}
      </div>
      {kind === "blend" && (
        <BlendParts
          parts={typed.parts}
          choices={(all.data?.benchmarks ?? []).filter((one) => one.kind !== "blend" && !one.ended)}
          errorOf={errorOf}
          onChange={(parts) => change({ parts })}
        />
      )}
      {benchmark && kind === "blend" && <p className="small">{t("admin.benchmarks.editHint")}</p>}
      {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
      <div>
        <Button type="submit" loading={save.isPending}>
          {t("admin.benchmarks.save")}
        </Button>
      </div>
    </form>
  );
}
