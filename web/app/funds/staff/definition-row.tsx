/** A definition in the list: its name, figures and states, and the buttons that move it. */

import type { StaffDefinition } from "@portico/api/funds.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { LanguagesBehind } from "../../shell/staff/texts/languages-behind.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { DefinitionState } from "./definition-state.tsx";
import { nameIn } from "./name-in.ts";
import styles from "./staff.module.css";

interface DefinitionRowProps {
  row: StaffDefinition;
  isFirst: boolean;
  isLast: boolean;
  /** Undefined for those who cannot put them in order. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

export function DefinitionRow({ row, isFirst, isLast, onUp, onDown }: DefinitionRowProps) {
  const t = useText();
  const name = nameIn(useLanguage(), row.name);
  return (
    <>
      <span className={styles.grow}>
        <LocaleLink to={`/admin/target/${row.id}`} draggable={false}>
          {name || t("admin.funds.unnamed")}
        </LocaleLink>
        <span className="small">
          {t("admin.funds.rowFacts", { risk: row.risk, joined: row.joined, asked: row.asked })}
        </span>
      </span>
      <span className={styles.ends}>
        <span className={styles.badges}>
          {row.featured && (
            <StatusBadge status="featured" colour="blue">
              {t("admin.funds.featured")}
            </StatusBadge>
          )}
          <DefinitionState state={row.state} hasDraft={row.draft !== null} />
          <LanguagesBehind languages={row.behind} />
        </span>
        {onUp && onDown && (
          <span className={styles.moves}>
            <Button
              variant="default"
              size="compact-sm"
              disabled={isFirst}
              aria-label={t("admin.funds.up", { name })}
              onClick={onUp}
            >
              <Icon name="up" size={16} />
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              disabled={isLast}
              aria-label={t("admin.funds.down", { name })}
              onClick={onDown}
            >
              <Icon name="down" size={16} />
            </Button>
          </span>
        )}
      </span>
    </>
  );
}
