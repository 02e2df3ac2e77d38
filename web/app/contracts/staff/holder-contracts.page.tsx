/** A holder's contracts for staff. */

import type { Holder } from "@portico/api/shapes.ts";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useCanWork, useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { Button } from "../../ui/button.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { ContractList } from "../contract-list.tsx";
import { useAllContracts, useContracts } from "../use-contracts.ts";
import { sendPath, staffContractPath } from "./paths.ts";

export default function HolderContractsPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const { name, isEnded, query } = useHolderRecord(holder);
  return (
    <>
      <PageTitle>{t("contracts.page.title")}</PageTitle>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holder.holderType} />
      ) : (
        <HolderContracts holder={holder} name={name} isEnded={isEnded} />
      )}
    </>
  );
}

function HolderContracts({ holder, name, isEnded }: { holder: Holder; name: string; isEnded: boolean }) {
  const t = useText();
  const query = useContracts(holder);
  const withList = useWithThisList();
  const exportRows = useAllContracts(holder);
  const canSend = useCanWork(holder) && !isEnded;
  return (
    <>
      <PageHead
        title={t("contracts.page.title")}
        actions={
          canSend && (
            <Button component={LocaleLink} to={sendPath(holder)}>
              {t("admin.contracts.send.title")}
            </Button>
          )
        }
      >
        {name}
      </PageHead>
      <Section>
        <ContractList
          forStaff
          label={t("contracts.page.title")}
          query={query}
          rows={query.data?.rows}
          pathOf={(row) => withList(staffContractPath(row))}
          exportRows={exportRows}
          empty={<Empty icon="sign" title={t("admin.contracts.noneOfHolder")} />}
        />
      </Section>
    </>
  );
}
