/** The bar at the end of a draft's form, always in view: what went wrong, a colleague's change, undoing, and saving. */

import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "./save-bar.module.css";

interface SaveBarProps {
  /** Why it was not saved or published. */
  failure: string | undefined;
  /** Shown instead of the buttons after a colleague saved. */
  conflict: ReactNode;
  hasDraft: boolean;
  isChanged: boolean;
  /** Also what nobody changed yet, as the texts that a page begins with. */
  canSave?: boolean;
  isSaving: boolean;
  onDiscard: () => void;
}

export function SaveBar(props: SaveBarProps) {
  const { failure, conflict, hasDraft, isChanged, canSave = isChanged, isSaving, onDiscard } = props;
  const t = useText();
  return (
    <div className={styles.bar}>
      {failure && <Notice tone="failed">{failure}</Notice>}
      {conflict || (
        <div className={styles.buttons}>
          {isChanged && (
            <Button variant="default" disabled={isSaving} onClick={onDiscard}>
              {t("admin.draft.discard")}
            </Button>
          )}
          <Button type="submit" disabled={!canSave} loading={isSaving}>
            {t(hasDraft ? "admin.draft.save" : "admin.draft.saveNew")}
          </Button>
        </div>
      )}
    </div>
  );
}
