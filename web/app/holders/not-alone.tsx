/** Why a signature does not bind a company alone, and how its form says that somebody acts. */
import type { NotAlone, StatedAuthority } from "@portico/api/signing-authority.ts";
import { formatMoney } from "../ui/format.ts";
import { type Language, type Translate, useLanguage, useText } from "../ui/text.tsx";

const listed = (language: Language, names: readonly string[]): string => new Intl.ListFormat(language).format(names);

const moneyOf = (language: Language, limit: NotAlone["limit"]): string =>
  limit ? formatMoney(language, limit.amount, limit.currency) : "";

function reasonText(t: Translate, language: Language, { name, reason, with: others, limit }: NotAlone): string {
  const named = { name, others: listed(language, others) };
  switch (reason) {
    case "jointly":
      return others.length > 0 ? t("companies.notAlone.jointlyWith", named) : t("companies.notAlone.jointly", { name });
    case "limit":
      return others.length > 0
        ? t("companies.notAlone.limitWith", { ...named, limit: moneyOf(language, limit) })
        : t("companies.notAlone.limit", { name, limit: moneyOf(language, limit) });
    case "beyond":
      return t("companies.notAlone.beyond", { name, limit: moneyOf(language, limit) });
    default:
      return t("companies.notAlone.unnamed", { name });
  }
}

/** One sentence per person; nothing where the signatures are enough. */
export function WhyNotAlone({ why, className }: { why: readonly NotAlone[]; className?: string | undefined }) {
  const t = useText();
  const language = useLanguage();
  return why.map((one) => (
    <p key={one.name} className={className}>
      {reasonText(t, language, one)}
    </p>
  ));
}

/** "acts only jointly, up to 10,000.00 EUR, with the signature of B"; null: the form does not name them. */
export function statedText(t: Translate, language: Language, stated: StatedAuthority | null): string {
  if (!stated) return t("companies.stated.unnamed");
  return [
    t(`companies.stated.${stated.authority}`),
    stated.limit && t("companies.stated.upTo", { limit: moneyOf(language, stated.limit) }),
    stated.with.length > 0 && t("companies.stated.with", { others: listed(language, stated.with) }),
  ]
    .filter(Boolean)
    .join(", ");
}
