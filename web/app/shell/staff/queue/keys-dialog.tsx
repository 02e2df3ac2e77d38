/** The keys of a queue. */
import { Dialog } from "../../../ui/dialog.tsx";
import { useText } from "../../../ui/text.tsx";
import type { QueueKey } from "./keys.ts";
import styles from "./queue.module.css";

export function KeysDialog({ keys, onClose }: { keys: readonly QueueKey[]; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog opened onClose={onClose} title={t("admin.queue.keys")} size="sm">
      <dl className={styles.keyList}>
        {keys.map(({ key, label }) => (
          <div key={key}>
            <dt>
              {key.split(" ").map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
