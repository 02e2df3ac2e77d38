/** What a compliance officer asks, each with its form: the answer is one click away. For administrators. */
import { instantOf } from "../../portfolios/staff/as-of-search.ts";
import { useRootData } from "../../shell/layouts/brand.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { Questions } from "./questions.tsx";

export default function CompliancePage() {
  const t = useText();
  const { timeZone } = useRootData();
  const mayRead = useHasLevel("admin");
  return (
    <>
      <PageTitle>{t("compliance.title")}</PageTitle>
      <PageHead title={t("compliance.title")}>{t("compliance.lead")}</PageHead>
      {mayRead ? (
        <Questions instantOf={(written) => instantOf(written, timeZone ?? "UTC")} />
      ) : (
        <Notice>{t("compliance.adminsOnly")}</Notice>
      )}
    </>
  );
}
