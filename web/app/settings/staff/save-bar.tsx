/** Saves or undoes the input of a setting; shows the result. */

import { errorText } from "../../shell/calls/api.tsx";
import { codeOf } from "../../shell/session/fresh-code.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/format.ts";
import { SaveState, type Saving } from "../../ui/save-state.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./settings.module.css";

interface SaveBarProps {
  isChanged: boolean;
  isOvertaken: boolean;
  onUndo: () => void;
  saving: Saving;
  error: Error | null;
  updatedAt: string | null;
}

export function SaveBar({ isChanged, isOvertaken, onUndo, saving, error, updatedAt }: SaveBarProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className={styles.actions}>
      {isChanged && !isOvertaken && (
        <>
          <Button type="submit" loading={saving === "pending"}>
            {t("admin.settings.save")}
          </Button>
          <Button variant="default" onClick={onUndo} disabled={saving === "pending"}>
            {t("admin.settings.reset")}
          </Button>
        </>
      )}
      {isChanged && (saving !== "error" || codeOf(error) === "stateConflict") ? (
        <span className="small">{t("admin.settings.unsaved")}</span>
      ) : (
        <SaveState state={saving} error={error ? errorText(t, error) : undefined} />
      )}
      {!isChanged && saving === "idle" && updatedAt && (
        <span className="small">{t("admin.settings.updated", { time: formatMoment(language, updatedAt) })}</span>
      )}
    </div>
  );
}
