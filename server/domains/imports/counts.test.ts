/** A file's rows are counted once each, whatever is wrong with them. */
import { expect, test } from "vitest";
import { createFirm } from "./testing/firm.ts";
import { upload } from "./testing/uploads.ts";

const firm = createFirm("C");

test("a refused row is counted once, and not as a new one too", async () => {
  const { account } = await firm.client();
  const preview = await upload(
    firm.staff,
    [
      "account,date,kind,ticker,quantity,price,currency,amount",
      `${account},2026-01-05,deposit,,,,EUR,100`,
      `${account},2026-13-45,buy,ACME,x,y,EUR,-100`,
      `${account},2026-01-06,sell,ACME,-5,20,EUR,100`,
      `U0NOBODY,2026-01-06,deposit,,,,EUR,7`,
    ].join("\n"),
  );
  expect(preview.state).toBe("refused");
  const lines = new Set(preview.refusals.map(({ line }) => line).filter((line) => line !== null));
  expect(preview.refusedRows).toBe(lines.size);
  expect(preview.newRows + preview.knownRows + preview.refusedRows).toBe(preview.rows);
});
