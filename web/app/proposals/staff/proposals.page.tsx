/** Changes that wait for a second person, and those that were decided. */
import { useSearchParams } from "react-router";
import { SavedViews } from "../../saved-views/staff/saved-views.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useText } from "../../ui/text.tsx";
import { Proposals } from "./proposals.tsx";

const parts = ["open", "decided"] as const;

export default function ProposalsPage() {
  const t = useText();
  const mayRead = useHasLevel("office");
  return (
    <>
      <PageTitle>{t("admin.proposals.title")}</PageTitle>
      <PageHead title={t("admin.proposals.title")}>{t("admin.proposals.lead")}</PageHead>
      {mayRead ? <Lists /> : <Notice>{t("admin.proposals.officeOnly")}</Notice>}
    </>
  );
}

function Lists() {
  const t = useText();
  const [params] = useSearchParams();
  const part = parts.find((each) => each === params.get("part")) ?? "open";
  return (
    <>
      <SectionPicker
        label={t("admin.proposals.title")}
        current={part}
        sections={parts.map((id) => ({
          id,
          label: t(`admin.proposals.part.${id}`),
          to: id === "open" ? "?" : `?part=${id}`,
        }))}
      />
      <Proposals key={part} state={part} views={<SavedViews list="proposals" />} />
    </>
  );
}
