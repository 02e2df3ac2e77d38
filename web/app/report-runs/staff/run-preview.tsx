/** Whom a run would reach, who is left out and why, and samples. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { reportRuns } from "@portico/api/report-runs.ts";
import { type ReactNode, useMemo } from "react";
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import parts from "../../shell/staff/parts.module.css";
import { DataTable } from "../../ui/data-table.tsx";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";

type Preview = Answer<(typeof reportRuns)["preview"]>;
type LeftOut = Preview["leftOutHolders"][number];
export type Sampled = Preview["samples"][number];

export function RunPreview({
  preview,
  renderSample,
}: {
  preview: Preview;
  renderSample: (holder: Sampled) => ReactNode;
}) {
  const t = useText();
  const language = useLanguage();
  const { addressees, already, leftOut, leftOutHolders, samples } = preview;
  const columns = useMemo(
    (): readonly Column<LeftOut>[] => [
      { id: "name", header: t("admin.runs.client"), value: ({ name }) => name, phone: "title" },
      {
        id: "why",
        header: t("admin.runs.why"),
        value: ({ reason }) => t(`admin.runs.reason.${reason}`),
        phone: "line",
      },
    ],
    [t],
  );
  return (
    <>
      <Section title={t("admin.runs.preview.title")}>
        <p>
          <strong>
            {addressees === 0
              ? t("admin.runs.preview.nobody")
              : t("admin.runs.preview.addressees", { count: addressees })}
          </strong>
        </p>
        {already > 0 && <p>{t("admin.runs.preview.already", { count: already })}</p>}
        {leftOut.length > 0 && (
          <>
            <h3>{t("admin.runs.preview.leftOut")}</h3>
            <ul className={parts.list}>
              {leftOut.map(({ reason, count }) => (
                <li key={reason}>
                  {t("admin.runs.preview.leftOutCount", { reason: t(`admin.runs.reason.${reason}`), count })}
                </li>
              ))}
            </ul>
            <DataTable
              dense
              label={t("admin.runs.preview.leftOut")}
              columns={columns}
              rows={leftOutHolders}
              rowId={({ holderType, holderId }) => `${holderType} ${holderId}`}
              linkTo={({ holderType, holderId }) => inLanguage(language, `/admin/${holderType}/${holderId}/profile`)}
              step={10}
            />
          </>
        )}
      </Section>
      {samples.length > 0 && (
        <Section title={t("admin.runs.preview.samples")} hint={t("admin.runs.preview.sampleExplain")}>
          {samples.map((holder) => (
            <div key={`${holder.holderType} ${holder.holderId}`}>{renderSample(holder)}</div>
          ))}
        </Section>
      )}
    </>
  );
}
