/** A holder's bank accounts for staff: confirmed, refused, and edited on the holder's behalf. */
import { AwaitedHolder } from "../../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../../holders/staff/holder-address.ts";
import { PageTitle } from "../../../shell/layouts/page-title.tsx";
import { useFourEyes } from "../../../shell/staff/four-eyes.ts";
import { PageHead } from "../../../ui/section.tsx";
import { useText } from "../../../ui/text.tsx";
import { BankAccounts } from "../account-list.tsx";
import { AccountRefusal } from "../account-state.tsx";
import { StaffAccountFacts } from "./account-facts.tsx";
import { DecideButtons } from "./decide-buttons.tsx";

export default function HolderAccountsPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, query } = useHolderRecord(holder);
  const proposes = useFourEyes();
  return (
    <>
      <PageTitle>{t("accounts.title")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holder.holderType} />
      ) : (
        <>
          <PageHead title={t("accounts.title")}>{name}</PageHead>
          <BankAccounts
            key={`${holder.holderType} ${holder.holderId}`}
            holder={holder}
            readOnly={false}
            untitled
            proposes={proposes}
            renderMore={(account) => (
              <>
                <AccountRefusal account={account} />
                <StaffAccountFacts account={account} />
                <DecideButtons holder={holder} name={name} account={account} />
              </>
            )}
          />
        </>
      )}
    </>
  );
}
