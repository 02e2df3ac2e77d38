/** Below the button that signs: which pages are still unread, or the other way for who cannot read the file here. */
import { Checkbox } from "@mantine/core";
import { viewerId } from "../shell/viewer/open-file.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./contract.module.css";
import { missingPages, type Reading } from "./use-reading.ts";

interface ReadingStepProps {
  reading: Reading;
  /** Id of the text that says what is missing; the button that signs refers to it. */
  id: string;
  busy?: boolean;
  onDownload: () => void;
}

const goToFile = () => {
  const viewer = document.getElementById(viewerId);
  viewer?.scrollIntoView({ block: "start" });
  viewer?.focus({ preventScroll: true });
};

/** "2, 3, 5"; of many the first five. */
const listed = (pages: readonly number[]): string => `${pages.slice(0, 5).join(", ")}${pages.length > 5 ? " …" : ""}`;

export function ReadingStep({ reading, id, busy = false, onDownload }: ReadingStepProps) {
  const t = useText();
  const { seen } = reading;
  const isShown = seen.wholeAt !== undefined;
  const missing = missingPages(seen);
  return (
    <div className={styles.reading}>
      <output className="small">
        <span id={id}>
          {isShown
            ? t("contracts.reading.shown", { count: seen.pages })
            : missing.length > 0 && missing.length < seen.pages
              ? t("contracts.reading.missing", { pages: listed(missing) })
              : t("contracts.reading.first")}
        </span>
      </output>
      {!isShown && (
        <>
          <Button variant="default" size="sm" onClick={goToFile}>
            {t("contracts.reading.go")}
          </Button>
          <p className="small">{t("contracts.reading.elsewhere")}</p>
          <Button
            variant="default"
            size="sm"
            loading={busy}
            leftSection={<Icon name="download" size={16} />}
            onClick={onDownload}
          >
            {t("contracts.read.download")}
          </Button>
          {seen.isDownloaded && (
            <Checkbox
              checked={seen.statedAt !== undefined}
              label={t("contracts.reading.stated")}
              onChange={(event) => reading.state(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </div>
  );
}
