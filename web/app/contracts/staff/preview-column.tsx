/** The PDF of a preview, why there is none, or that it will be here. */
import { useText } from "../../ui/text.tsx";
import styles from "../contract.module.css";
import { PreviewedContract } from "../contract-reader.tsx";
import { FaultList } from "../fault-list.tsx";
import type { Preview } from "./use-preview-and-send.ts";

export function PreviewColumn({ made, title }: { made: Preview | undefined; title: string }) {
  const t = useText();
  return (
    <div className={styles.main}>
      {made?.pdf ? (
        <PreviewedContract data={made.pdf.data} title={title} place={t("admin.contracts.send.preview")} />
      ) : made ? (
        <FaultList faults={made.faults} title={t("admin.contracts.send.faults")} withLines />
      ) : (
        <p className={styles.placeholder}>{t("admin.contracts.send.previewHint")}</p>
      )}
    </div>
  );
}
