/** The account in the address of a client's page: `company=` with a company's id, or 0 for the person. */
import { ownFormPath } from "../form-path.ts";
import { isPublicPath } from "../guard/guard.ts";

const parameter = "company";

/** The account that a query names; undefined if none. */
export function accountIn(search: string): number | undefined {
  const value = new URLSearchParams(search).get(parameter);
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** The query with this account, or without any. */
export function searchWithAccount(search: string, account: number | undefined): string {
  const params = new URLSearchParams(search);
  if (account === undefined) params.delete(parameter);
  else params.set(parameter, String(account));
  const text = params.toString();
  return text && `?${text}`;
}

/** Adds the account to the path of a client's page, unless it names one; a form's address names whose form it is. */
export function withAccount(to: string, account: number | undefined): string {
  if (account === undefined || !to.startsWith("/")) return to;
  const [, path = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(to) ?? [];
  const isOfAccount = !isPublicPath(path) && !/^\/($|admin(\/|$))/.test(path) && path !== ownFormPath;
  return isOfAccount && accountIn(search) === undefined ? path + searchWithAccount(search, account) + hash : to;
}
