/** The size of a file as text. */
import { useText } from "./text.tsx";

export function useFileSize(): (bytes: number) => string {
  const t = useText();
  return (bytes) =>
    bytes < 1_000_000
      ? t("ui.file.kilobytes", { size: Math.max(1, Math.round(bytes / 1000)) })
      : t("ui.file.megabytes", { size: Math.round(bytes / 100_000) / 10 });
}
