/** The firm's accounts where clients' money lies together, as a bank's file states them: what is booked for whom, and what waits. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { formatMoney, formatQuantity } from "../../ui/format.ts";
import { Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";

export function BankAccounts({ accounts }: { accounts: ImportPreview["bankAccounts"] }) {
  const t = useText();
  const language = useLanguage();
  return accounts.map((one) => (
    <Section key={`${one.account} ${one.currency}`} title={`${one.bank} · ${one.account} · ${one.currency}`}>
      <StatTiles>
        {(["opening", "closing", "difference"] as const).map((balance) => {
          const amount = one[balance];
          return amount === null ? null : (
            <StatTile key={balance} label={t(`admin.imports.bank.${balance}`)}>
              {formatMoney(language, amount, one.currency)}
            </StatTile>
          );
        })}
        {(["booked", "open", "known"] as const).map((count) => (
          <StatTile key={count} label={t(`admin.imports.bank.${count}`)}>
            {formatQuantity(language, one[count])}
          </StatTile>
        ))}
      </StatTiles>
      <p className="small">
        <LocaleLink to="/admin/requests/bank-entries">{t("admin.imports.bank.list")}</LocaleLink>
      </p>
    </Section>
  ));
}
