/** Archives of a person's data: asked for, confirmed by a colleague, made, downloaded, expired. */

import type { DataArchive, dataRights } from "@portico/api/data-rights.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { archiveDays } from "@portico/api/rules/data-rights.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { useSaveAnswer } from "../../shell/calls/use-download.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { Button } from "../../ui/button.tsx";
import { useFileSize } from "../../ui/file-size.ts";
import { formatDay } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../data-rights.module.css";

interface ArchivesProps {
  holder: Holder;
  data: Answer<(typeof dataRights)["get"]>;
}

const colours = {
  proposed: "orange",
  declined: "grey",
  waiting: "blue",
  ready: "green",
  failed: "red",
  expired: "grey",
} as const;

export function ArchivesSection({ holder, data }: ArchivesProps) {
  const t = useText();
  return (
    <Section title={t("admin.rights.archives")}>
      <p>{t("admin.rights.archiveText", { days: archiveDays })}</p>
      {data.archives.length === 0 && <Empty icon="document" title={t("admin.rights.noArchives")} />}
      {data.archives.length > 0 && (
        <ul className={styles.list}>
          {data.archives.map((archive) => (
            <ArchiveRow key={archive.id} holder={holder} archive={archive} />
          ))}
        </ul>
      )}
      {data.can.archive && <AskButton holder={holder} />}
    </Section>
  );
}

function AskButton({ holder: { holderType, holderId } }: { holder: Holder }) {
  const t = useText();
  const runChange = useRunChange();
  return (
    <Button
      onClick={() =>
        openConfirmation({
          title: t("admin.rights.askArchive"),
          text: t("admin.rights.askArchiveText"),
          confirmLabel: t("admin.rights.askArchive"),
          reason: { label: t("admin.rights.reason"), hint: t("admin.rights.askArchiveHint") },
          action: async (reason = "") => {
            await runChange((api) => api.dataRights.askArchive({ params: { holderType, holderId }, body: { reason } }));
            alert.success(t("admin.rights.proposed"));
          },
        })
      }
    >
      {t("admin.rights.askArchive")}
    </Button>
  );
}

function ArchiveRow({ holder: { holderType, holderId }, archive }: { holder: Holder; archive: DataArchive }) {
  const t = useText();
  const language = useLanguage();
  const sizeOf = useFileSize();
  const { save, busy } = useSaveAnswer();
  const { contents, size } = archive;
  return (
    <li>
      <div className={styles.what}>
        <p>{archive.reason}</p>
        <p className={styles.small}>
          {t("admin.rights.askedBy", { day: formatDay(language, archive.askedAt), name: archive.askedBy.name })}
          {archive.confirmedBy && `. ${t("admin.rights.confirmedBy", { name: archive.confirmedBy.name })}`}
        </p>
        {contents && size !== null && (
          <p className={styles.small}>
            {t("admin.rights.archiveContents", {
              rows: Object.values(contents.rows).reduce((sum, rows) => sum + rows, 0),
              files: contents.files,
              size: sizeOf(size),
            })}
          </p>
        )}
        {archive.can.download && archive.expiresAt !== null && (
          <p className={styles.small}>{t("admin.rights.expires", { day: formatDay(language, archive.expiresAt) })}</p>
        )}
      </div>
      <div className={styles.actions}>
        <StatusBadge status={archive.state} colour={colours[archive.state]}>
          {t(`admin.rights.archiveState.${archive.state}`)}
        </StatusBadge>
        {archive.can.download && (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={busy}
            onClick={() =>
              void save((api) =>
                api.dataRights.downloadArchive({ params: { holderType, holderId, archiveId: archive.id } }),
              )
            }
          >
            {t("admin.rights.download")}
          </Button>
        )}
      </div>
    </li>
  );
}
