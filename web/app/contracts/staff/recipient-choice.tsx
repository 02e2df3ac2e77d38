/** To whom: a distribution group, or clients chosen one by one or by a saved view. */
import { NativeSelect } from "@mantine/core";
import type { TemplateContent } from "@portico/api/contracts/shapes.ts";
import { maxBatchRecipients } from "@portico/api/rules/contracts.ts";
import { useState } from "react";
import { HolderSearch } from "../../holders/staff/holder-search.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useText } from "../../ui/text.tsx";
import { type NamedHolder, RecipientsOfView } from "./recipients-of-view.tsx";

export interface Chosen {
  by: "group" | "holders";
  group: string;
  holders: readonly NamedHolder[];
}

interface RecipientChoiceProps {
  chosen: Chosen;
  audience: TemplateContent["for"];
  onChange: (chosen: Chosen) => void;
}

export function RecipientChoice({ chosen, audience, onChange }: RecipientChoiceProps) {
  const t = useText();
  const api = useApi();
  const { data: groups = [] } = useCall(api.distributionGroups.list);
  return (
    <>
      <SectionPicker
        label={t("admin.contractBatch.to")}
        current={chosen.by}
        sections={(["group", "holders"] as const).map((id) => ({ id, label: t(`admin.contractBatch.by.${id}`) }))}
        onPick={(by) => onChange({ ...chosen, by: by === "group" ? "group" : "holders" })}
      />
      {chosen.by === "group" ? (
        <NativeSelect
          label={t("admin.contractBatch.group")}
          value={chosen.group}
          data={[
            { value: "", label: t("admin.contractBatch.chooseGroup"), disabled: true },
            ...groups.map(({ name, members }) => ({
              value: name,
              label: `${name} (${t("admin.groups.members", { count: members })})`,
            })),
          ]}
          onChange={(event) => onChange({ ...chosen, group: event.currentTarget.value })}
        />
      ) : (
        <Holders chosen={chosen} audience={audience} onChange={onChange} />
      )}
    </>
  );
}

function Holders({ chosen, audience, onChange }: RecipientChoiceProps) {
  const t = useText();
  const [holderType, setHolderType] = useState<"user" | "company">(audience === "company" ? "company" : "user");
  const { holders } = chosen;
  function add(holderId: number | null, name: string) {
    if (holderId === null || holders.length >= maxBatchRecipients) return;
    onChange({ ...chosen, holders: [...holders, { holderType, holderId, name }] });
  }
  return (
    <>
      {audience === "both" && (
        <NativeSelect
          label={t("admin.templates.for")}
          value={holderType}
          data={(["user", "company"] as const).map((id) => ({ value: id, label: t(`admin.templates.one.${id}`) }))}
          onChange={(event) => setHolderType(event.currentTarget.value === "company" ? "company" : "user")}
        />
      )}
      <HolderSearch
        // Empty again after each.
        key={`${holderType} ${holders.length}`}
        wanted={holderType}
        label={t("admin.contractBatch.addHolder")}
        hint={t("admin.contractBatch.addHint")}
        value={null}
        without={holders.filter((one) => one.holderType === holderType).map(({ holderId }) => holderId)}
        onChange={add}
      />
      <RecipientsOfView
        holderType={holderType}
        holders={holders}
        onAdd={(added) => onChange({ ...chosen, holders: [...holders, ...added] })}
      />
      {holders.length > 0 && (
        <ul className={parts.list}>
          {holders.map((holder) => (
            <li key={`${holder.holderType} ${holder.holderId}`}>
              <span>{holder.name || t("shell.account.newCompany")}</span>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`${t("admin.contractBatch.remove")}: ${holder.name}`}
                onClick={() => onChange({ ...chosen, holders: holders.filter((one) => one !== holder) })}
              >
                {t("admin.contractBatch.remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
