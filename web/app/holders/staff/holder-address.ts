/** Pages of staff about one holder, at `/admin/:profileMode/:id/…`. */
import { isClosed } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMemo } from "react";
import { data, type LoaderFunctionArgs, redirect, useParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useProfile } from "../../shell/session/session.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { firstSection } from "./holder-sections.ts";

/** Holders are users and companies; another mode, or an id that cannot be one, is a 404. */
function checkHolderAddress({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  const { profileMode, id, contractId = "1", ticketId = "1" } = params;
  const isId = (text: string | undefined): boolean => /^[1-9]\d{0,15}$/.test(text ?? "");
  if ((profileMode !== "user" && profileMode !== "company") || !isId(id) || !isId(contractId) || !isId(ticketId))
    throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}

/** Checks the address, and leads one without a section to the first. For the loaders of the holder's layout. */
export function openHolder(args: Pick<LoaderFunctionArgs, "params" | "request">): null {
  checkHolderAddress(args);
  const { pathname, search } = new URL(args.request.url);
  const [, holder] = /^(.*\/admin\/\w+\/\d+)\/?$/.exec(pathname) ?? [];
  if (holder) throw redirect(`${holder}/${firstSection}${search}`);
  return null;
}

/** The holder of the address. */
export function useHolderOfAddress(): Holder {
  const { profileMode, id } = useParams();
  const holderId = Number(id);
  const holderType = profileMode === "company" ? "company" : "user";
  return useMemo(() => ({ holderType, holderId }), [holderType, holderId]);
}

/** The holder's record, once it is known, and its call. */
export function useHolderRecord({ holderType, holderId: id }: Holder) {
  const api = useApi();
  const isCompany = holderType === "company";
  const user = useCall(api.users.get, { params: { id } }, { enabled: !isCompany });
  const company = useCall(api.companies.get, { params: { id } }, { enabled: isCompany });
  const query = isCompany ? company : user;
  return {
    name: query.data?.name,
    clientNumber: query.data?.client_number,
    /** Rejected or disabled: nothing is made for them any more. */
    isEnded: query.data !== undefined && isClosed(query.data.state),
    /** Whether they are staff, who have no contracts and documents as a client has. */
    isStaff: user.data !== undefined && user.data.role !== "client",
    query,
  };
}

/** Office works for others; about themselves they are clients. */
export function useCanWork({ holderType, holderId }: Holder): boolean {
  const isOffice = useHasLevel("office");
  const { id } = useProfile();
  return isOffice && !(holderType === "user" && holderId === id);
}
