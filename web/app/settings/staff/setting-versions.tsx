/** Every version of a part of a setting, newest first: number, time, author and content. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { settings } from "@portico/api/settings.ts";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { formatMoment } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./settings.module.css";

export type Version = Answer<(typeof settings)["listVersions"]>[number];

export function useVersions(name: "declarationTexts" | "amountBands", savedAt: string | null): readonly Version[] {
  const api = useApi();
  // Saving, here or by a colleague, makes a new version.
  const { data = [] } = useCall(
    api.settings.listVersions,
    { params: { name } },
    { variant: savedAt, placeholderData: keepPreviousData },
  );
  return data;
}

interface SettingVersionsProps {
  versions: readonly Version[];
  children: (version: Version) => ReactNode;
}

export function SettingVersions({ versions, children }: SettingVersionsProps) {
  const t = useText();
  const language = useLanguage();
  if (versions.length === 0) return null;
  return (
    <details className={styles.versions}>
      <summary>{t("admin.settings.versions", { count: versions.length })}</summary>
      <ol>
        {versions.map((each) => (
          <li key={each.version}>
            <p>
              {each.saved_by === null
                ? t("admin.settings.versionDelivered", { version: String(each.version) })
                : t("admin.settings.version", {
                    version: String(each.version),
                    at: formatMoment(language, each.saved_at),
                    name: each.saved_by,
                  })}
            </p>
            {children(each)}
          </li>
        ))}
      </ol>
    </details>
  );
}
