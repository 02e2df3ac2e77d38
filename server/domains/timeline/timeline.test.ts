/** A client's activity lists what happened to them, whatever the change was about. */
import { expect, test } from "vitest";
import { createFirm } from "../imports/testing/firm.ts";
import { imported } from "../imports/testing/uploads.ts";

const firm = createFirm("T");
const actionsOf = async (id: number) =>
  (await firm.staff.client.timeline.get({ params: { holderType: "user", holderId: id }, query: {} })).entries.map(
    ({ action, after }) => ({ action, after }),
  );

test("a booked statement is in the activity of each of its clients, with its reversals", async () => {
  const [one, other, none] = [await firm.client(), await firm.client(), await firm.client()];
  const head = "account,date,kind,currency,amount,id,reverses";
  await imported(
    firm.staff,
    [head, `${one.account},2026-01-05,deposit,EUR,100,a,`, `${other.account},2026-01-05,deposit,EUR,50,b,`].join("\n"),
  );
  await imported(firm.staff, [head, `${one.account},2026-01-06,reversal,EUR,-100,c,a`].join("\n"));
  expect(await actionsOf(one.id)).toMatchObject([
    { action: "holder.entriesBooked", after: { fileName: "file.xml", entries: 1, reversals: 1 } },
    { action: "holder.entriesBooked", after: { entries: 1, reversals: 0 } },
  ]);
  expect(await actionsOf(other.id)).toMatchObject([{ action: "holder.entriesBooked" }]);
  expect(await actionsOf(none.id)).toEqual([]);
});

test("orders and payments are in the activity of who asked for them", async () => {
  const { id } = await firm.client();
  const { id: requestId } = await firm.portal.database.db
    .insertInto("transaction_request")
    .values({ holder_type: "user", holder_id: id, type: "buy", transaction_info: "{}", created_by: id })
    .returning("id")
    .executeTakeFirstOrThrow();
  await firm.staff.client.payments.handleRequest({
    params: { requestId },
    body: { state: "declined", staffMessage: "Not today" },
  });
  expect(await actionsOf(id)).toMatchObject([{ action: "transactionRequest.handled", after: { state: "declined" } }]);
});
