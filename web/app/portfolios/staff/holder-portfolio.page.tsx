/** A holder's portfolio for staff: what they own, and the files that it comes from. */
import { HolderAccounts } from "../../custodians/staff/holder-accounts.tsx";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { ClientImports } from "../../imports/staff/client-imports.tsx";
import { FlagEditor } from "../../mandates/staff/flag-editor.tsx";
import { WithdrawalSigners } from "../../payments/staff/withdrawal-signers.tsx";
import { HolderBreaks } from "../../reconciliation/staff/holder-breaks.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ClientPortfolio } from "./client-portfolio.tsx";

export default function HolderPortfolioPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, clientNumber = null, isStaff, query } = useHolderRecord(holder);
  return (
    <>
      <PageTitle>{t("admin.client.portfolio")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holder.holderType} />
      ) : (
        <>
          <PageHead title={t("admin.client.portfolio")}>{name || t("shell.account.newCompany")}</PageHead>
          <ClientPortfolio holder={holder} clientNumber={clientNumber} />
          {!isStaff && <HolderBreaks holder={holder} />}
          {!isStaff && <HolderAccounts holder={holder} />}
          {!isStaff && clientNumber !== null && <FlagEditor holder={holder} />}
          {holder.holderType === "company" && clientNumber !== null && <WithdrawalSigners holder={holder} />}
          {!isStaff && <ClientImports holder={holder} />}
        </>
      )}
    </>
  );
}
