/** Addresses of KYC forms. */
import type { Holder } from "@portico/api/shapes.ts";

export const ownFormPath = "/form/KYC";
export const companyFormPath = (companyId: number): string => `${ownFormPath}?company=${companyId}`;

/** Parameter for a submitted version in a form's address. */
const versionParam = "version";

/** Address of the holder's form, or of a submitted version. */
export function formPath({ holderType, holderId }: Holder, version?: number): string {
  const path = holderType === "company" ? companyFormPath(holderId) : ownFormPath;
  return version === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}${versionParam}=${version}`;
}

/** The version in the address, or null. */
export function versionIn(params: URLSearchParams): number | null {
  const version = Number(params.get(versionParam));
  return Number.isInteger(version) && version > 0 ? version : null;
}
