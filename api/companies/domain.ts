/** Companies that people represent. */
import type { Changes } from "../declaration.ts";
import { ofClientNumber, ofHolder } from "../holders/domain.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const company = (holderId: number): Holder => ({ holderType: "company", holderId });
const changed = ({ params: { id } }: { params: { id: number } }): StaleCalls => ofHolder(company(id));

export const changes = {
  create: ({ params: { userId } }) => ({
    "companies.listOwn": { params: { userId } },
    "companies.getStartedState": { params: { userId } },
  }),
  requestUpdate: (input) => ({ ...changed(input), "companies.listOwn": {} }),
  setClientNumber: ({ params: { id } }) => ofClientNumber(company(id)),
  modifyState: changed,
  assign: changed,
  editRepresentatives: (input) => ({ ...changed(input), "users.get": {}, "companies.listOwn": {} }),
} satisfies Changes<"companies">;

export const afterReconnect: readonly ReadingCall[] = [
  "companies.get",
  "companies.getStartedState",
  "companies.list",
  "companies.listOwn",
];
