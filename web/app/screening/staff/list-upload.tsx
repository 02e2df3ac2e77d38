/** A list: read and shown first, then taken or dropped. */
import { listLimits } from "@portico/api/rules/screening.ts";
import type { ListPreview } from "@portico/api/screening.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { RefusedRows } from "../../shell/staff/preview-rows.tsx";
import { TextFileDrop } from "../../shell/staff/text-file-drop.tsx";
import { UploadPreview } from "../../shell/staff/upload-preview.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { type Translate, useText } from "../../ui/text.tsx";

export function ListUpload() {
  const t = useText();
  const [shown, setShown] = useState<ListPreview>();
  const read = useChange((api, body: { fileName: string; content: string }) => api.screening.previewList({ body }));
  return (
    <Section title={t("admin.screening.lists.upload")} hint={t("admin.screening.lists.uploadHint")}>
      {read.error && <Notice tone="failed">{errorText(t, read.error)}</Notice>}
      {shown ? (
        <Preview key={shown.id} preview={shown} onEnd={() => setShown(undefined)} />
      ) : (
        <TextFileDrop mostBytes={listLimits.length} onText={(file) => read.mutate(file, { onSuccess: setShown })} />
      )}
    </Section>
  );
}

function Preview({ preview, onEnd }: { preview: ListPreview; onEnd: () => void }) {
  const t = useText();
  const { id, entries, names, undated, doubled, refused, topics, refusals, isSame, isOlder, can } = preview;
  const params = { id };
  return (
    <UploadPreview
      can={{ confirm: can.take, discard: can.discard }}
      toLookAt={refused + (isOlder ? 1 : 0)}
      words={{
        counts: t("admin.screening.lists.counts", { entries, names, undated, doubled, refused }),
        lookedAt: [
          ...(isOlder ? [t("admin.screening.lists.olderLookedAt")] : []),
          ...(refused > 0 ? [t("admin.screening.lists.lookedAt", { count: refused })] : []),
        ].join(" "),
        store: t("admin.screening.lists.take"),
        stored: t("admin.screening.lists.takenNow"),
        drop: t("admin.screening.lists.drop"),
      }}
      confirm={(api, accepted) =>
        api.screening.takeList({ params, body: { acceptRefused: accepted, acceptOlder: accepted } })
      }
      discard={(api) => api.screening.discardList({ params, body: {} })}
      onEnd={onEnd}
    >
      {isSame && <Notice>{t("admin.screening.lists.same")}</Notice>}
      {isOlder && <Notice tone="attention">{t("admin.screening.lists.older")}</Notice>}
      {topics.length > 0 && (
        <p className="small">
          {t("admin.screening.lists.topicCounts", {
            list: topics.map(({ topic, entries: count }) => `${topic} ${count}`).join(", "),
          })}
        </p>
      )}
      {refusals.length > 0 && (
        <RefusedRows refusals={refusals} reasonOf={refusalText} exportName={`screening-refusals-${id}`} />
      )}
    </UploadPreview>
  );
}

const refusalText = (t: Translate, { code, detail }: ListPreview["refusals"][number]): string =>
  `${t(`admin.screening.lists.refusal.${code}`)} ${detail ?? ""}`;
