/** The bank accounts of the active holder. */

import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useActiveHolder } from "../../shell/session/active-holder.ts";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { BankAccounts } from "./account-list.tsx";

export default function AccountsPage() {
  const t = useText();
  const { holder, readOnly, company } = useActiveHolder();
  return (
    <>
      <PageTitle>{t("accounts.title")}</PageTitle>
      <PageHead title={t("accounts.title")}>{[company?.name, t("accounts.hint")].filter(Boolean).join(" · ")}</PageHead>
      <BankAccounts key={`${holder.holderType} ${holder.holderId}`} holder={holder} readOnly={readOnly} untitled />
    </>
  );
}
