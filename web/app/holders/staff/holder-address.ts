/** Pages of staff about one holder, at `/admin/:profileMode/:id/…`. */
import type { Holder } from "@portico/api/shapes.ts";
import { useMemo } from "react";
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { useApi } from "../../shell/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";

/** Holders are users and companies; any other mode or id is a 404. For `loader` and `clientLoader`. */
export function checkHolderAddress({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  if (
    (params["profileMode"] !== "user" && params["profileMode"] !== "company") ||
    !/^[1-9]\d{0,15}$/.test(params["id"] ?? "")
  )
    throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}

/** The holder of the address. */
export function useHolderOfAddress(): Holder {
  const { profileMode, id } = useParams();
  const holderId = Number(id);
  const holderType = profileMode === "company" ? "company" : "user";
  return useMemo(() => ({ holderType, holderId }), [holderType, holderId]);
}

/** The holder's name once it is known, and its call. */
export function useHolderName({ holderType, holderId: id }: Holder) {
  const api = useApi();
  const isCompany = holderType === "company";
  const user = useCall(api.users.get, { params: { id } }, { enabled: !isCompany });
  const company = useCall(api.companies.get, { params: { id } }, { enabled: isCompany });
  const query = isCompany ? company : user;
  return { name: query.data?.name, query };
}
