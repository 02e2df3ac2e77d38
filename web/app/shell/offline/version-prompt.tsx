/** Checks hourly for a new build and asks the person before reloading. */

import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./banner.module.css";
import { reloadPage } from "./reload.ts";

export const checkMilliseconds = 60 * 60 * 1000;

/** The build's name in its manifest; undefined if it cannot be fetched now. */
async function newestBuild(): Promise<string | undefined> {
  const answer = await fetch("/build.json", { cache: "no-store" }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const manifest: unknown = await answer.json().catch(() => undefined);
  return typeof manifest === "object" && manifest && "build" in manifest ? String(manifest.build) : undefined;
}

export function VersionPrompt() {
  const [isNew, setNew] = useState(false);
  const t = useText();
  useEffect(() => {
    const check = async () => {
      const build = await newestBuild();
      // oxlint-disable-next-line no-underscore-dangle
      if (build !== undefined && build !== __BUILD__) setNew(true);
    };
    const timer = setInterval(() => void check(), checkMilliseconds);
    return () => clearInterval(timer);
  }, []);

  return (
    <output className={styles.live} data-no-print>
      {isNew && (
        <div className={styles.prompt}>
          <p>{t("shell.version.message")}</p>
          <Button size="sm" onClick={() => void reloadPage()}>
            {t("shell.version.action")}
          </Button>
          <Button size="sm" variant="subtle" onClick={() => setNew(false)}>
            {t("shell.version.later")}
          </Button>
        </div>
      )}
    </output>
  );
}
