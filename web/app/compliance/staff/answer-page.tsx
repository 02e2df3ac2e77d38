/** The frame of an answer: its title, the way back to the questions, and printing. For administrators. */
import type { ReactNode } from "react";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Notice } from "../../ui/notice.tsx";
import { PrintButton } from "../../ui/print-button.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";

interface AnswerPageProps {
  title: string;
  hint: string;
  children: ReactNode;
}

export function AnswerPage({ title, hint, children }: AnswerPageProps) {
  const t = useText();
  const mayRead = useHasLevel("admin");
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHead title={title} actions={mayRead && <PrintButton />}>
        {hint} <LocaleLink to="/admin/compliance">{t("compliance.back")}</LocaleLink>
      </PageHead>
      {mayRead ? children : <Notice>{t("compliance.adminsOnly")}</Notice>}
    </>
  );
}
