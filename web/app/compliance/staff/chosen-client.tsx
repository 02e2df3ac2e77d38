/** The client that an answer is about, with the search for another. */
import type { Holder } from "@portico/api/shapes.ts";
import { ClientSearch } from "../../holders/staff/client-search.tsx";
import { useHolderRecord } from "../../holders/staff/holder-address.ts";
import { useText } from "../../ui/text.tsx";

interface ChosenClientProps {
  holder: Holder;
  onChange: (value: string | undefined) => void;
}

export function ChosenClient({ holder, onChange }: ChosenClientProps) {
  const t = useText();
  const { name } = useHolderRecord(holder);
  const value = `${holder.holderType}/${holder.holderId}`;
  return <ClientSearch size="sm" label={t("compliance.client")} value={value} name={name} onChange={onChange} />;
}
