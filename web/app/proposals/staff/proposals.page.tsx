/** Changes that wait for a second person, and those that were decided. */
import { NativeSelect } from "@mantine/core";
import { useSearchParams } from "react-router";
import { DeclinePicker } from "../../canned-answers/staff/decline-picker.tsx";
import { AssignedFilter } from "../../colleagues/staff/assigned-filter.tsx";
import { SavedViews } from "../../saved-views/staff/saved-views.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import styles from "../../shell/staff/lists/lists.module.css";
import { useAssignedParam } from "../../shell/staff/lists/use-assigned-param.ts";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { usePartLink } from "../../shell/staff/lists/use-part-link.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useText } from "../../ui/text.tsx";
import { Proposals } from "./proposals.tsx";

const inPlace = { replace: true, preventScrollReset: true };
const parts = ["open", "decided"] as const;

const declinePicker = (onInsert: (text: string) => void) => <DeclinePicker onInsert={onInsert} />;

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
  const linkTo = usePartLink("part", "open");
  const ofColleague = useAssignedParam();
  const change = useChangeParam(inPlace);
  const decidable = params.get("decidable") === "true";
  const part = parts.find((each) => each === params.get("part")) ?? "open";
  return (
    <>
      <SectionPicker
        label={t("admin.proposals.title")}
        current={part}
        sections={parts.map((id) => ({
          id,
          label: t(`admin.proposals.part.${id}`),
          to: linkTo(id),
        }))}
      />
      <search className={styles.filters} data-no-print>
        <AssignedFilter />
        {part === "open" && (
          <NativeSelect
            size="sm"
            aria-label={t("admin.proposals.whose")}
            value={decidable ? "true" : ""}
            data={[
              { value: "", label: t("admin.proposals.allOpen") },
              { value: "true", label: t("admin.proposals.decidable") },
            ]}
            onChange={({ currentTarget: { value } }) => change("decidable", value)}
          />
        )}
      </search>
      <Proposals
        key={part}
        filter={{ state: part, ...ofColleague, ...(decidable && { decidable: "true" }) }}
        views={<SavedViews list="proposals" />}
        ready={declinePicker}
      />
    </>
  );
}
