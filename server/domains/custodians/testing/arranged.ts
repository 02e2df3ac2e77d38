/** Custodians and accounts in tests, through the calls that staff make. */
import { type Custodian, type CustodianContent } from "@portico/api/custodians.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TestUser } from "../../../testing/app.ts";

export const custodianOf = (name: string, more: Partial<CustodianContent> = {}): CustodianContent => ({
  name,
  kind: "custodian",
  country: "PL",
  other_names: [],
  formats: [],
  day_basis: "trade",
  confirmations: "custodian",
  quantity_tolerance: "0",
  cash_tolerance: "0",
  automatic: false,
  ...more,
});

/** A custodian made by an admin; its id. */
export const arrangeCustodian = async (
  admin: TestUser,
  name: string,
  more: Partial<CustodianContent> = {},
): Promise<number> =>
  (await admin.client.custodians.create({ body: { ...custodianOf(name, more), automatic: false } })).id;

export async function readCustodian(staff: TestUser, id: number): Promise<Custodian> {
  const found = (await staff.client.custodians.list()).custodians.find((one) => one.id === id);
  if (!found) throw new Error("no such custodian");
  return found;
}

export const link = (
  { client }: TestUser,
  custodian: number,
  number: string,
  { holderType, holderId }: Holder,
  reason = "As agreed",
) =>
  client.custodians.linkAccount({
    body: { custodian, number, holder_type: holderType, holder_id: holderId, reason },
  });
