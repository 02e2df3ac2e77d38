/** The result of a save: a short note on success; a failure in full. */
import { Icon } from "./icon.tsx";
import styles from "./save-state.module.css";
import { useText } from "./text.tsx";

export type Saving = "idle" | "pending" | "success" | "error";

export function SaveState({ state, error }: { state: Saving; error?: string | undefined }) {
  const t = useText();
  return (
    <output className={styles.state} data-state={state}>
      {state === "pending" && t("ui.state.saving")}
      {state === "success" && (
        <>
          <Icon name="check" size={16} />
          {t("ui.state.saved")}
        </>
      )}
      {state === "error" && (
        <>
          <Icon name="warning" size={16} />
          {error}
        </>
      )}
    </output>
  );
}
