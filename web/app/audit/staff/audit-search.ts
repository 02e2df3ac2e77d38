/** The filters of the audit log, kept in the address under the names that the call has. */
import { isAuditAction } from "@portico/api/audit-actions.ts";
import { isDay } from "@portico/api/rules/calendar.ts";

export interface AuditFilter {
  /** `user/7` or `company/7`. */
  holder?: string;
  person?: number;
  /** Several with commas between them. */
  action?: string;
  /** As `setting/brand`. */
  subject?: string;
  /** Days. */
  from?: string;
  to?: string;
}

/** Reads the address; what the call would refuse is ignored, so that a mistyped link still lists entries. */
export function filterOf(params: URLSearchParams): AuditFilter {
  const given = (name: string): string => params.get(name) ?? "";
  const actions = given("action").split(",").filter(isAuditAction);
  return {
    ...(/^(user|company)\/[1-9]\d{0,14}$/.test(given("holder")) && { holder: given("holder") }),
    ...(/^[1-9]\d{0,14}$/.test(given("person")) && { person: Number(given("person")) }),
    ...(actions.length > 0 && { action: actions.join(",") }),
    ...(/^[a-zA-Z]{1,40}\/.{1,200}$/.test(given("subject")) && { subject: given("subject") }),
    ...(isDay(given("from")) && { from: given("from") }),
    ...(isDay(given("to")) && { to: given("to") }),
  };
}

export const isBackwards = ({ from, to }: AuditFilter): boolean => from !== undefined && to !== undefined && to < from;

/** The address of the log with these filters. */
export function auditLink(filter: AuditFilter): string {
  const params = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
  const query = params.toString();
  return query === "" ? "/admin/audit" : `/admin/audit?${query}`;
}
