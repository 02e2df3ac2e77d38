/** Where each question is answered. */
import type { AuditAction } from "@portico/api/audit-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";

const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== "",
  );
  const text = new URLSearchParams(given).toString();
  return text === "" ? path : `${path}?${text}`;
};

/** Every reading of a client's papers that is recorded one by one. */
export const paperActions: readonly AuditAction[] = [
  "document.opened",
  "file.readByStaff",
  "file.readByDelegate",
  "sharepoint.readByStaff",
  "contract.opened",
  "contract.evidenceReadByStaff",
  "chat.transcriptReadByStaff",
  "report.readByStaff",
];

/** Changes by what they are of, with the proposals that led to them. */
export const changeActions = {
  number: ["holder.clientNumberSet", "proposal.setClientNumberProposed"],
  name: ["user.nameChanged", "proposal.setNameProposed"],
  account: [
    "bankAccount.added",
    "bankAccount.changed",
    "bankAccount.removed",
    "bankAccount.decided",
    "proposal.setBankAccountsProposed",
    "proposal.decideBankAccountProposed",
  ],
  role: ["user.roleSet", "proposal.setRoleProposed"],
} as const satisfies Record<string, readonly AuditAction[]>;
export type ChangeKind = keyof typeof changeActions;
export const changeKinds = Object.keys(changeActions) as ChangeKind[];

export const papersLink = (holder: string): string =>
  withQuery("/admin/audit", { holder, action: paperActions.join(",") });

/** Of all kinds without one. */
export const changesLink = (holder: string | undefined, kind: ChangeKind | undefined): string =>
  withQuery("/admin/audit", {
    holder,
    action: (kind === undefined ? changeKinds.flatMap((one) => changeActions[one]) : changeActions[kind]).join(","),
  });

/** The client's portfolio of the day. `known`: an instant; without it, as known now. */
export const holdingsLink = (holder: string, day: string, known: string | undefined): string =>
  withQuery(`/admin/${holder}/portfolio`, { portfolio: "open", asOf: day, known });
export const expiringLink = (days: string): string => withQuery("/admin/compliance/expiring", { days });
export const withdrawalsLink = (days: string): string => withQuery("/admin/compliance/withdrawals", { days });
export const mailsLink = (holder: string): string => withQuery("/admin/compliance/mails", { holder });
export const signInsLink = (suspicious: string): string => withQuery("/admin/analytics", { suspicious });

/** The holder of an address, as `user/7`; undefined for anything else. */
export function holderIn(text: string | null): Holder | undefined {
  const [, holderType, id] = /^(user|company)\/([1-9]\d{0,14})$/.exec(text ?? "") ?? [];
  return holderType === undefined
    ? undefined
    : { holderType: holderType as Holder["holderType"], holderId: Number(id) };
}

/** A number of days of an address, or the usual one. */
export const daysIn = (text: string | null, usual: number): number =>
  /^[1-9]\d{0,2}$/.test(text ?? "") && Number(text) <= 730 ? Number(text) : usual;
