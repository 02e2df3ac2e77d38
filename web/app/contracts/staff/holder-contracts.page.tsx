/** A holder's contracts for staff. */
import { Button } from "@mantine/core";
import type { Holder } from "@portico/api/shapes.ts";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { PageTitle } from "../../shell/page-title.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../contract.module.css";
import { ContractList } from "../contract-list.tsx";
import { useContracts } from "../use-contracts.ts";
import { checkHolder, useCanWork, useHolderName, useHolderOfPage } from "./holder-page.tsx";
import { sendPath, staffContractPath } from "./paths.ts";

export const loader = checkHolder;
/** In the browser the answer is known without asking the server. */
export const clientLoader = checkHolder;

export default function HolderContractsPage() {
  const t = useText();
  const holder = useHolderOfPage();
  const { name, query } = useHolderName(holder);
  return (
    <>
      <PageTitle>{t("contracts.page.title")}</PageTitle>
      <LocaleLink to={`/admin/${holder.holderType}/${holder.holderId}/profile`} className={styles.back}>
        <Icon name="back" size={16} />
        {name ?? t("admin.documents.back")}
      </LocaleLink>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holder.holderType} />
      ) : (
        <HolderContracts holder={holder} name={name} />
      )}
    </>
  );
}

function HolderContracts({ holder, name }: { holder: Holder; name: string }) {
  const t = useText();
  const query = useContracts(holder);
  const canSend = useCanWork(holder);
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
          pathOf={staffContractPath}
          empty={<Empty icon="sign" title={t("admin.contracts.noneOfHolder")} />}
        />
      </Section>
    </>
  );
}
