/** What changes in a value, field by field in the words of its form: long texts line by line. */
import type { Translate } from "../../../ui/text.tsx";
import { type Language, useLanguage, useText } from "../../../ui/text.tsx";
import { TextDiff } from "../texts/text-diff.tsx";
import { labelOf, wordOfValue } from "./field-labels.ts";
import styles from "./history.module.css";
import { type Item, isEachLanguage, type ValueChange, valueChanges } from "./value-changes.ts";

interface ValueDiffProps {
  /** Undefined for what is not a named setting. */
  setting?: string | undefined;
  before: unknown;
  after: unknown;
  /** The page's texts, in a dialog that is shown where they are not loaded. */
  t?: Translate;
}

export function ValueDiff({ setting, before, after, t: ofPage }: ValueDiffProps) {
  const ofPlace = useText();
  const t = ofPage ?? ofPlace;
  const language = useLanguage();
  const changes = valueChanges(before, after);
  if (changes.length === 0) return <p className="small">{t("admin.history.same")}</p>;
  return (
    <ul className={styles.changes} aria-label={t("admin.history.changes")}>
      {changes.map((change) => (
        <li key={keyOf(change)}>
          <Change change={change} setting={setting} t={t} own={language} />
        </li>
      ))}
    </ul>
  );
}

const keyOf = ({ field, items, language, kind }: ValueChange): string =>
  [kind, field, language, ...items.map(({ place, value }) => `${place} ${JSON.stringify(value)}`)].join("|");

interface ChangeProps {
  change: ValueChange;
  setting: string | undefined;
  t: Translate;
  own: Language;
}

function Change({ change, setting, t, own }: ChangeProps) {
  const { field, items, language, kind, before, after } = change;
  const label = [
    ...items.map((item) => titleOf(item, own)),
    ...(kind === "field" || (kind === "order" && items.length === 0) ? wordsOf(setting, field, t) : []),
    ...(language ? [t(`shell.language.${language}`)] : []),
    ...(kind === "order" ? [t("admin.history.order")] : []),
  ].join(" › ");
  if (kind === "added" || kind === "removed")
    return (
      <p>
        <span className={styles.label}>{[...wordsOf(setting, items.at(-1)?.list ?? "", t), label].join(" › ")}</span>{" "}
        {kind === "added" ? <ins>{t("admin.history.added")}</ins> : <del>{t("admin.history.removed")}</del>}
      </p>
    );
  const shown = (value: unknown) => shownValue({ value, setting, field, t, own });
  const [old, now] = [shown(before), shown(after)];
  const isLong = [old, now].some((text) => text.length > 120 || text.includes("\n"));
  return (
    <>
      <p className={styles.label}>{label}</p>
      {isLong ? (
        <TextDiff language={language ?? own} before={textOf(before) ?? old} after={textOf(after) ?? now} />
      ) : (
        <p lang={language}>
          <span className="visually-hidden">{t("admin.history.was")}</span> <del>{old}</del>{" "}
          <span aria-hidden="true">→</span> <span className="visually-hidden">{t("admin.history.is")}</span>{" "}
          <ins>{now}</ins>
        </p>
      )}
    </>
  );
}

const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : undefined;

/** A field without words is named as it is stored. */
const wordsOf = (setting: string | undefined, field: string, t: Translate): string[] =>
  labelOf(setting, field)?.map((key) => t(key)) ?? (field === "" ? [] : [field]);

/** An entry of a list by its name, or by what it has instead. */
function titleOf({ value, place }: Pick<Item, "value" | "place">, own: Language): string {
  const { name, currency, host, day, id } = value;
  if (isEachLanguage(name) && name[own]) return name[own];
  const found = [name, host, day, currency, id].find((one) => typeof one === "string" && one !== "");
  return typeof found === "string" ? found : String(place + 1);
}

interface Shown {
  value: unknown;
  setting: string | undefined;
  field: string;
  t: Translate;
  own: Language;
}

function shownValue({ value, setting, field, t, own }: Shown): string {
  if (value === undefined || value === null || value === "") return "–";
  if (typeof value === "boolean") return t(value ? "ui.answer.yes" : "ui.answer.no");
  if (setting === "brand" && field === "logo" && typeof value === "string")
    return `${t("admin.history.logo")} ${value.slice(0, 8)}`;
  if (Array.isArray(value))
    return value.length === 0 ? "–" : value.map((entry) => shownEntry(entry, { setting, field, t, own })).join(", ");
  if (typeof value === "string") {
    const word = wordOfValue(setting, field, value);
    return word ? t(word) : value;
  }
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

/** Hours as "09:00–18:00". */
function shownEntry(entry: unknown, shown: Omit<Shown, "value">): string {
  if (typeof entry !== "object" || entry === null) return shownValue({ ...shown, value: entry });
  const value = entry as Record<string, unknown>;
  if (typeof value["from"] === "string" && typeof value["to"] === "string") return `${value["from"]}–${value["to"]}`;
  return titleOf({ value, place: 0 }, shown.own);
}
