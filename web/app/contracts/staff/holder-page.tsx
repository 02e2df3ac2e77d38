/** What the staff pages of one holder's contracts share: the holder in the address, and their name. */
import type { Holder } from "@portico/api/shapes.ts";
import { useMemo } from "react";
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { useApi } from "../../shell/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useProfile } from "../../shell/session.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";

const isId = (text: string | undefined): boolean => /^[1-9]\d{0,15}$/.test(text ?? "");

/** Contracts are of users and companies; any other mode or id is a 404. */
export function checkHolder({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  const { profileMode, id, contractId } = params;
  if (
    (profileMode !== "user" && profileMode !== "company") ||
    !isId(id) ||
    (contractId !== undefined && !isId(contractId))
  )
    throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}

export function useHolderOfPage(): Holder {
  const { profileMode, id } = useParams();
  const holderId = Number(id);
  const holderType = profileMode === "company" ? "company" : "user";
  return useMemo((): Holder => ({ holderType, holderId }), [holderType, holderId]);
}

/** `name` is undefined while it loads, or if there is no such holder. */
export function useHolderName({ holderType, holderId: id }: Holder) {
  const api = useApi();
  const isCompany = holderType === "company";
  const user = useCall(api.users.get, { params: { id } }, { enabled: !isCompany });
  const company = useCall(api.companies.get, { params: { id } }, { enabled: isCompany });
  const query = isCompany ? company : user;
  return { name: query.data?.name, query };
}

/** Office works for others; about themselves they are clients. */
export function useCanWork({ holderType, holderId }: Holder): boolean {
  const isOffice = useHasLevel("office");
  const { id } = useProfile();
  return isOffice && !(holderType === "user" && holderId === id);
}
