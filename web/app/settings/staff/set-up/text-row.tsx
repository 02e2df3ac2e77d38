/** One text that the product ships: its state, where it is changed, and what a newer version says. */
import type { ContentPage } from "@portico/api/rules/content.ts";
import type { StartingTextId, TextSetting } from "@portico/api/rules/starting-texts.ts";
import type { StartingText } from "@portico/api/set-up.ts";
import { LocaleLink } from "../../../shell/navigation/locale-link.tsx";
import { LanguagesBehind } from "../../../shell/staff/texts/languages-behind.tsx";
import { VersionDiff } from "../../../shell/staff/texts/version-diff.tsx";
import { RecordTime } from "../../../ui/dates.tsx";
import { Checkbox } from "../../../ui/fields.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "./set-up.module.css";

const sectionOf: Readonly<Record<TextSetting, string>> = {
  declarationTexts: "declarations",
  documentTypes: "document-types",
  ticketRules: "tickets",
  mailTexts: "mail-texts",
};
const colours = { shipped: "orange", draft: "blue", accepted: "green", changed: "green", newer: "orange" } as const;

const subjectOf = (id: StartingTextId): string => id.slice(id.indexOf("/") + 1);
function pathOf(id: StartingTextId): string {
  if (id.startsWith("page/")) return `/admin/content/${subjectOf(id)}`;
  if (id.startsWith("contract/")) return "/admin/contracts/templates";
  return `/admin/settings/${sectionOf[subjectOf(id) as TextSetting]}`;
}

export function useTextName(): (id: StartingTextId) => string {
  const t = useText();
  return (id) => {
    if (id.startsWith("page/")) return t(`shell.learnMore.${subjectOf(id) as ContentPage}`);
    if (id.startsWith("contract/")) return t("admin.setUp.step.contractTemplates");
    const name = subjectOf(id) as TextSetting;
    return name === "mailTexts" ? t("admin.mailTexts.title") : t(`admin.setUp.step.${name}`);
  };
}

interface TextRowProps {
  text: StartingText;
  name: string;
  isPicked: boolean;
  onPick: (isPicked: boolean) => void;
}

export function TextRow({ text, name, isPicked, onPick }: TextRowProps) {
  const t = useText();
  const { id, state, behind, open, savedAt, savedBy, canAccept, differences } = text;
  return (
    <li>
      <div className={styles.text}>
        {canAccept ? (
          <Checkbox label={name} checked={isPicked} onChange={(event) => onPick(event.currentTarget.checked)} />
        ) : (
          <strong>{name}</strong>
        )}
        <StatusBadge status={state} colour={colours[state]}>
          {t(`admin.startingTexts.state.${state}`)}
        </StatusBadge>
        <LanguagesBehind languages={behind} />
        <LocaleLink to={pathOf(id)} aria-label={`${t("admin.startingTexts.read")}: ${name}`}>
          {t("admin.startingTexts.read")}
        </LocaleLink>
      </div>
      <p className={styles.small}>
        {open > 0 && <>{t("admin.startingTexts.open", { count: open })} </>}
        {savedAt !== null && (
          <>
            {savedBy !== null && <>{t("admin.setUp.savedBy", { name: savedBy })}, </>}
            <RecordTime at={savedAt} />
          </>
        )}
      </p>
      {differences.length > 0 && (
        <details>
          <summary>{t("admin.startingTexts.difference", { count: differences.length })}</summary>
          <p className={styles.small}>{t("admin.startingTexts.kept")}</p>
          <VersionDiff
            parts={differences.map(({ path, language, before, after }) => ({
              id: path,
              label: path,
              language,
              ofAll: true as const,
              before,
              after,
            }))}
          />
        </details>
      )}
    </li>
  );
}
