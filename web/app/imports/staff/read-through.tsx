/** What a file needs that does not say it itself: whose it is, who sent it, and the mapping to read it with. */
import { NativeSelect, TextInput } from "@mantine/core";
import type { ImportPreview, ImportRefusal } from "@portico/api/imports.ts";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { passFile } from "../../shell/staff/passed-file.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";
import { useMappings } from "./mappings/use-mappings.ts";

const ofTables: readonly ImportRefusal["code"][] = [
  "accountMissing",
  "severalMappings",
  "unknownFormat",
  "unknownColumn",
  "missingColumn",
];

/** Whose account is meant may depend on who sent the file. */
const ofAccounts: readonly ImportRefusal["code"][] = ["ambiguousAccount", "unknownAccount", "notClientsAccount"];

interface ReadThroughProps {
  preview: ImportPreview;
  /** The file, if it is still at hand. */
  file: File | undefined;
  onReadAgain: ((chosen: { account?: string; mapping?: string; custodian?: number }) => void) | undefined;
  reading: boolean;
}

export function ReadThrough({ preview, file, onReadAgain, reading }: ReadThroughProps) {
  const t = useText();
  const [account, setAccount] = useState(preview.account ?? "");
  const [mapping, setMapping] = useState(preview.mapping?.key ?? "");
  const [custodian, setCustodian] = useState(String(preview.custodian?.id ?? ""));
  const { data } = useMappings();
  const custodians = useCall(useApi().custodians.list).data?.custodians ?? [];
  const has = (codes: readonly ImportRefusal["code"][]) => preview.refusals.some(({ code }) => codes.includes(code));
  // XML has no columns, so no mapping can read it.
  const isTable = preview.format === "mapped" || (has(ofTables) && !/\.xml$/i.test(preview.fileName));
  const asksSender = isTable || has(ofAccounts);
  if (!asksSender) return null;
  const inUse = (data?.mappings ?? []).filter(({ retired_at }) => retired_at === null);
  const all = [...inUse, ...(data?.ready ?? [])];
  const isChanged =
    account.trim() !== (preview.account ?? "") ||
    mapping !== (preview.mapping?.key ?? "") ||
    custodian !== String(preview.custodian?.id ?? "");
  return (
    <Section title={t("admin.mappings.through")} hint={isTable ? t("admin.mappings.throughHint") : undefined}>
      <form
        method="post"
        className={styles.upload}
        onSubmit={(event) => {
          event.preventDefault();
          onReadAgain?.({
            ...(account.trim() !== "" && { account: account.trim() }),
            ...(mapping !== "" && { mapping }),
            ...(custodian !== "" && { custodian: Number(custodian) }),
          });
        }}
      >
        <NativeSelect
          label={t("admin.mappings.sender")}
          value={custodian}
          onChange={(event) => setCustodian(event.currentTarget.value)}
          data={[
            { value: "", label: t("admin.mappings.senderUnknown") },
            ...custodians
              .filter(({ id, ended_at }) => ended_at === null || id === preview.custodian?.id)
              .map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        {isTable && (
          <TextInput
            label={t(preview.kind === "cash" ? "admin.mappings.accountOrIban" : "admin.mappings.account")}
            description={t("admin.mappings.accountHint")}
            value={account}
            onChange={(event) => setAccount(event.currentTarget.value)}
          />
        )}
        {isTable && (
          <NativeSelect
            label={t("admin.mappings.mapping")}
            value={mapping}
            onChange={(event) => setMapping(event.currentTarget.value)}
            data={[
              { value: "", label: t("admin.mappings.byColumns") },
              ...all.map(({ key, name }) => ({ value: key, label: name })),
            ]}
          />
        )}
        <div className={styles.actions}>
          {onReadAgain ? (
            <Button type="submit" disabled={!isChanged} loading={reading}>
              {t("admin.mappings.readAgain")}
            </Button>
          ) : (
            <p className={styles.small}>{t("admin.mappings.chooseAgain")}</p>
          )}
          {has(["unknownAccount"]) && <LocaleLink to="/admin/custodians">{t("admin.imports.linkAccounts")}</LocaleLink>}
          {isTable && (
            <LocaleLink to="/admin/imports/mappings?new" onClick={() => file && passFile("mapping", file)}>
              {t("admin.mappings.make")}
            </LocaleLink>
          )}
        </div>
      </form>
    </Section>
  );
}
