/** Whose portfolio the page shows: that of the person signed in. */
import type { Holder } from "@portico/api/shapes.ts";
import type { UserData } from "@portico/api/users.ts";
import { useProfile } from "../shell/session.ts";

export const holderKey = ({ holderType, holderId }: Holder): string => `${holderType}:${holderId}`;

export const holderOf = (profile: Pick<UserData, "id">): Holder => ({ holderType: "user", holderId: profile.id });

export function useHolder(): Holder {
  return holderOf(useProfile());
}

/** Why no request can be made now; undefined where one can. */
export const requestBlock = (profile: Pick<UserData, "state" | "client_number">): "state" | "number" | undefined => {
  if (profile.state !== "postKYC") return "state";
  return profile.client_number === null ? "number" : undefined;
};
