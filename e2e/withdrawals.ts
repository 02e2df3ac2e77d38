/** Withdrawals of a demo client, asked for by calls. */
import { waitForCode } from "./portal.ts";
import { alone, signIn } from "./sessions.ts";

/** Has cash in euro and a confirmed account. */
export const payingClient = { email: "james@portico.example" };

/** The client asks for so much in euro, with a mailed code. The reference that its payment carries. */
export async function askForWithdrawal(sum: string): Promise<string> {
  const { client: office } = await signIn({ email: "office@portico.example" });
  const { id, client: calls } = await signIn(payingClient);
  const params = { holderType: "user", holderId: id } as const;
  const { accounts } = await calls.payments.listAccounts({ params });
  const account = accounts.find(({ currency, state }) => currency === "EUR" && state === "confirmed");
  const wish = { sum, currency: "EUR", accountId: account?.id ?? 0 };
  const { id: requestId } = await alone(payingClient.email, async () => {
    const since = new Date();
    const { for: bound } = await calls.payments.requestWithdrawalCode({ params, body: wish });
    const string = await waitForCode(payingClient.email, since);
    await calls.sessions.checkValidation({ params: { id }, body: { string, for: bound } });
    return calls.payments.requestTransaction({ params, body: { type: "withdrawal", transactionInfo: wish } });
  });
  const query = { holder_type: "user", holder_id: id, limit: 200 } as const;
  const { requests } = await office.payments.listRequests({ query });
  return requests.find((one) => one.id === requestId)?.withdrawal?.reference ?? "";
}
