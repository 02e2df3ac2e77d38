/** What a corporate action brings, in words. */
import type { ActionOutcome } from "@portico/api/corporate-actions.ts";
import type { Language } from "@portico/api/shapes.ts";
import { formatExact, formatMoney, signOf, withSign } from "../ui/format.ts";
import type { Translate } from "../ui/text.tsx";

/** Parts of the outcome, each a short sentence; one if nothing changes. `target` is the name of what is received. */
export function outcomeParts(
  t: Translate,
  language: Language,
  outcome: ActionOutcome | null,
  target: string | undefined,
  reader: "client" | "staff" = "client",
): string[] {
  if (!outcome) return [t("corporateActions.nothing")];
  const { currency, gross, tax, net, units, received } = outcome;
  const parts: string[] = [];
  const money = (amount: string) => formatMoney(language, amount, currency ?? "EUR");
  if (currency !== null && signOf(net) > 0) {
    const got = t(reader === "client" ? "corporateActions.gets" : "admin.actions.gets", { amount: money(net) });
    parts.push(
      signOf(tax) === 0 ? got : `${got} ${t("corporateActions.taxOf", { gross: money(gross), tax: money(tax) })}`,
    );
  }
  if (currency !== null && signOf(net) < 0)
    parts.push(
      t(reader === "client" ? "corporateActions.pays" : "admin.actions.pays", { amount: money(net.slice(1)) }),
    );
  if (signOf(units) !== 0)
    parts.push(t("corporateActions.unitsChange", { change: withSign(units, formatExact(language, units)) }));
  if (signOf(received) !== 0)
    parts.push(t("corporateActions.unitsReceived", { units: formatExact(language, received), name: target ?? "" }));
  return parts.length > 0 ? parts : [t("corporateActions.nothing")];
}
