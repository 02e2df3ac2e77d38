/** What an audit entry changed, beside its wording: which number, groups, account or people, before and after. */
import type { Translate } from "../../ui/text.tsx";

interface Entry {
  action: string;
  before: unknown;
  after: unknown;
}

type Side = Readonly<Record<string, unknown>>;

const sideOf = (side: unknown): Side => (typeof side === "object" && side !== null ? (side as Side) : {});
const textsOf = (value: unknown): string[] =>
  typeof value === "string"
    ? value.split("\n").filter((line) => line !== "")
    : Array.isArray(value)
      ? value.filter((one): one is string => typeof one === "string")
      : [];

/** Fields of a bank account that a reader recognises it by. */
const accountFields = ["name", "number", "owner", "currency", "bic", "bank", "country"] as const;

/** One line each; empty if the entry records nothing that a reader would know. */
export function timelineChanges(t: Translate, { action, before, after }: Entry): string[] {
  const [was, is] = [sideOf(before), sideOf(after)];
  if (action.startsWith("bankAccount.")) return accountChanges(was, is);
  if (action === "user.groupsSet") return listChanges(t, textsOf(was["groups"]), textsOf(is["groups"]));
  if (action.startsWith("proposal."))
    return "list" in was || "list" in is
      ? listChanges(t, textsOf(was["list"]), textsOf(is["list"]))
      : valueChange(was["clientNumber"], is["clientNumber"]);
  return [];
}

function listChanges(t: Translate, was: readonly string[], is: readonly string[]): string[] {
  const added = is.filter((one) => !was.includes(one));
  const removed = was.filter((one) => !is.includes(one));
  return [
    ...(added.length > 0 ? [t("admin.timeline.added", { list: added.join(", ") })] : []),
    ...(removed.length > 0 ? [t("admin.timeline.removed", { list: removed.join(", ") })] : []),
  ];
}

function accountChanges(was: Side, is: Side): string[] {
  const named = { ...was, ...is };
  const title = textsOf([named["name"], named["number"]]).join(" · ");
  const isChange = Object.keys(was).length > 0 && Object.keys(is).length > 0;
  const changes = isChange ? accountFields.flatMap((field) => valueChange(was[field], is[field])) : [];
  return [...(title === "" ? [] : [title]), ...changes];
}

const valueChange = (was: unknown, is: unknown): string[] =>
  was === is || !(typeof was === "string" || typeof is === "string")
    ? []
    : [`${typeof was === "string" ? was : "–"} → ${typeof is === "string" ? is : "–"}`];
