/** Sends a contract to a holder: from a template, or without one. */
import type { ContractDetail } from "@portico/api/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useSearchParams } from "react-router";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useHolderOfAddress, useHolderRecord } from "../../holders/staff/holder-address.ts";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useText } from "../../ui/text.tsx";
import { useContract } from "../use-contracts.ts";
import { holderContractsPath, staffContractPath } from "./paths.ts";
import { SendPdf } from "./send-pdf.tsx";
import { SendTemplate } from "./send-template.tsx";
import { SendText } from "./send-text.tsx";

const ways = ["template", "text", "pdf"] as const;
type Way = (typeof ways)[number];

export default function SendPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const [params] = useSearchParams();
  const again = Number(params.get("again"));
  const { name, query } = useHolderRecord(holder);
  return (
    <>
      <PageTitle>{t("admin.contracts.send.title")}</PageTitle>
      <BackLink to={holderContractsPath(holder)}>{t("contracts.page.title")}</BackLink>
      {name === undefined ? (
        <AwaitedHolder query={query} kind={holder.holderType} />
      ) : (
        <>
          <PageHead title={t(again ? "admin.contracts.sendAgain" : "admin.contracts.send.title")}>{name}</PageHead>
          {again ? <SendAgain holder={holder} id={again} /> : <Send holder={holder} />}
        </>
      )}
    </>
  );
}

function SendAgain({ holder, id }: { holder: Holder; id: number }) {
  const t = useText();
  const query = useContract(holder, id);
  if (!query.data) return <PendingQuery query={query} />;
  return (
    <>
      <div>
        <Notice>{t("admin.contracts.send.again", { name: query.data.contract_name })}</Notice>
      </div>
      <Send holder={holder} previous={query.data} />
    </>
  );
}

function Send({ holder, previous }: { holder: Holder; previous?: ContractDetail }) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const [params, setParams] = useSearchParams();
  const isCustom = previous?.contract_type === "custom";
  const way: Way = ways.find((one) => one === params.get("way")) ?? (isCustom ? "pdf" : "template");
  const onSent = (sent: ContractDetail) => {
    alert.success(t("admin.contracts.send.done"));
    navigate(staffContractPath(sent), { replace: true });
  };
  const pick = (next: string) =>
    setParams(
      (before) => {
        before.set("way", next);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <SectionPicker
        label={t("admin.contracts.send.way")}
        current={way}
        sections={ways.map((id) => ({ id, label: t(`admin.contracts.send.${id}`) }))}
        onPick={pick}
      />
      {way === "template" && <SendTemplate holder={holder} previous={previous} onSent={onSent} />}
      {way === "text" && <SendText holder={holder} previous={previous} onSent={onSent} />}
      {way === "pdf" && <SendPdf holder={holder} previous={previous} onSent={onSent} />}
    </>
  );
}
