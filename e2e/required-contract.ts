/** The contract that the demo firm requires before it approves a company: sent, and signed by both sides. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Person, signInAsOffice } from "./people.ts";
import { waitForCode } from "./portal.ts";

type Office = Awaited<ReturnType<typeof signInAsOffice>>["client"];

/** Sends it; the contract's id. */
export async function sendRequired(office: Office, holder: Holder): Promise<number> {
  const { contract } = await office.forms.getStanding({ params: { ...holder, type: "companyKYC" } });
  if (!contract) throw new Error("The demo requires no contract of companies");
  return (await office.contracts.save({ params: { ...holder, type: contract.type }, body: {} })).id;
}

/** Signs it with the mailed code, by calls, and then for the firm. */
export async function signRequired(office: Office, person: Person, holder: Holder, id: number): Promise<void> {
  await signAsClient(person, holder, id);
  await office.contracts.sign({ params: { ...holder, id }, body: {} });
}

/** Signs a contract for its client with the mailed code, by calls. */
export async function signAsClient(person: Person, holder: Holder, id: number): Promise<void> {
  const { client, email } = person;
  const { sha256, agreement } = await client.contracts.get({ params: { ...holder, id } });
  const since = new Date();
  const { for: bound } = await client.contracts.requestCode({ params: holder, body: { contract: id, sha256 } });
  const string = await waitForCode(email, since);
  await client.sessions.checkValidation({ params: { id: person.id }, body: { string, for: bound } });
  const { name } = await client.users.get({ params: { id: person.id } });
  const signature = { name, agreed: agreement.version, sha256 };
  await client.contracts.sign({ params: { ...holder, id }, body: { signature } });
}
