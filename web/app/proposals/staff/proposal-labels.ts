/** The value that a proposal changes, as text. */
import type { Proposal } from "@portico/api/proposals.ts";
import type { AccountPurpose } from "@portico/api/rules/custodians.ts";
import type { ErasureClass } from "@portico/api/rules/data-rights.ts";
import { isSameJson } from "@portico/api/rules/same-json.ts";
import type { SettingName } from "@portico/api/settings/shapes.ts";
import { settingTitles } from "../../shell/staff/history/field-labels.ts";
import { formatDay, formatExact } from "../../ui/format.ts";
import { type PlainKey, useLanguage, useText } from "../../ui/text.tsx";

/** The value that the proposer saw has changed, so nobody can confirm it. */
export const isStale = ({ before, now }: Pick<Proposal, "before" | "now">): boolean =>
  now !== null && Object.entries(before).some(([name, value]) => !isSameJson(now[name], value));

/** As long as it is open, somebody's right to act for a company is suspended. */
export const suspendsNow = ({ action, after }: Pick<Proposal, "action" | "after">): boolean =>
  action === "setRepresentatives" && Array.isArray(after["ended"]) && after["ended"].length > 0;

const settingTexts: Partial<Record<Proposal["action"], PlainKey>> = {
  fourEyesOff: "admin.settings.fourEyes",
  setDepositInstructions: "admin.payments.instructions",
};

/** What a proposal is about, if it is a setting of the firm: its holder is then whoever proposed it. */
export const settingTextOf = ({ action, after }: Pick<Proposal, "action" | "after">): PlainKey | undefined =>
  action === "saveSetting" ? settingTitles[after["setting"] as SettingName] : settingTexts[action];

interface HeldSide {
  percent: string;
  from: string;
  until: string | null;
}

/** What a person holds of a company, or would hold. */
function useShareText(): (side: Record<string, unknown>) => string {
  const t = useText();
  const language = useLanguage();
  const one = ({ percent, from, until }: HeldSide): string => {
    const days = {
      percent: t("admin.ownership.value", { value: formatExact(language, percent) }),
      from: formatDay(language, from),
    };
    return until === null
      ? t("admin.ownership.since", days)
      : t("admin.ownership.during", { ...days, until: formatDay(language, until) });
  };
  return ({ held, change, name, ...asked }) => {
    if (Array.isArray(held)) return (held as HeldSide[]).map(one).join("; ") || t("admin.ownership.proposedNone");
    const share = change === "remove" ? t("admin.ownership.proposedNone") : one(asked as unknown as HeldSide);
    return t("admin.ownership.proposedOf", { name: String(name), share });
  };
}

/** Whose an account at a custodian is, or would be. */
function useAccountText(): (after: Record<string, unknown>, side: Record<string, unknown>) => string {
  const t = useText();
  return (after, side) => {
    const { custodian, number, name, was } = after;
    const account = { custodian: String(custodian), number: String(number) };
    if (!("linked" in side)) return t("admin.custodians.accountOf", { ...account, name: String(name) });
    const linked = side["linked"] as { purpose: AccountPurpose; holder_id: number | null } | null;
    if (linked === null) return t("admin.custodians.accountOfNobody", account);
    const isFormer = linked.purpose === "client" && typeof was === "string";
    return t("admin.custodians.accountOf", {
      ...account,
      name: isFormer ? was : t(`admin.custodians.purpose.${linked.purpose}`),
    });
  };
}

/** What lets files of a custodian pass. */
function useGuardsText(): (side: Record<string, unknown>) => string {
  const t = useText();
  const language = useLanguage();
  return ({ name, automatic, quantity_tolerance, cash_tolerance }) =>
    t("admin.custodians.guards", {
      name: String(name),
      automatic: t(automatic === true ? "admin.custodians.automaticOn" : "admin.custodians.automaticOff"),
      units: formatExact(language, String(quantity_tolerance)),
      cash: formatExact(language, String(cash_tolerance)),
    });
}

/** Whether records are held, and until when as far as is known. */
function useHoldText(): (action: "placeHold" | "liftHold", side: Record<string, unknown>) => string {
  const t = useText();
  const language = useLanguage();
  return (action, side) => {
    const isAfter = "hold" in side;
    if (isAfter === (action === "liftHold")) return t("admin.rights.notHeld");
    return typeof side["endsOn"] === "string"
      ? t("admin.rights.heldUntil", { day: formatDay(language, side["endsOn"]) })
      : t("admin.rights.held");
  };
}

export function useProposalValue(): (
  { action, holder_type, before }: Pick<Proposal, "action" | "holder_type" | "before" | "after">,
  side: Record<string, unknown>,
) => string {
  const t = useText();
  const shareText = useShareText();
  const accountText = useAccountText();
  const guardsText = useGuardsText();
  const holdText = useHoldText();
  return ({ action, holder_type, after }, side) => {
    if (action === "setShare") return shareText(side);
    if (action === "linkAccount") return accountText(after, side);
    if (action === "loosenCustodian") return guardsText(side);
    if (action === "eraseData")
      return Array.isArray(side["classes"])
        ? (side["classes"] as ErasureClass[]).map((one) => t(`admin.rights.class.${one}`)).join(", ")
        : t("admin.rights.nothingErased");
    if (action === "makeArchive") return t(`admin.rights.${"archive" in side ? "archiveProposed" : "noArchive"}`);
    if (action === "placeHold" || action === "liftHold") return holdText(action, side);
    if (action === "setName") return String(side["name"]);
    if (action === "setSigners") return t(`admin.payments.signers.${String(side["rule"]) as "any"}`);
    if (action === "setRole") return t(`users.role.${String(side["role"]) as "client"}`);
    if (action === "fourEyesOff") return t(side["on"] === true ? "admin.proposals.on" : "admin.proposals.off");
    if (action === "resetFactors") return t(side["ownFactor"] === true ? "admin.factors.setUp" : "admin.factors.none");
    if (action === "disable" || action === "enable")
      return t(`${holder_type === "user" ? "users" : "companies"}.state.${String(side["state"]) as "postKYC"}`);
    if (action === "addRepresentatives" || action === "setRepresentatives")
      return typeof side["list"] === "string"
        ? side["list"].replaceAll("\n", ", ") || t("admin.representation.companyNone")
        : t("admin.proposals.listChanged");
    if (action === "setBankAccounts" || action === "setDepositInstructions")
      return typeof side["list"] === "string" && side["list"] !== ""
        ? side["list"]
        : t(side["list"] === "" ? "admin.proposals.noAccounts" : "admin.proposals.listChanged");
    if (action === "decideBankAccount") {
      const { account, owner, state } = side;
      return typeof account === "string"
        ? t("admin.proposals.accountDecision", { account, owner: String(owner), state: String(state) })
        : t("admin.proposals.accountState", { state: String(state) });
    }
    return typeof side["clientNumber"] === "string" ? side["clientNumber"] : t("admin.client.numberNone");
  };
}
