/** Pages do not move while what they show, and the choices of their filters, come one after another. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { hydrated, watchShift } from "./page-checks.ts";
import { newPerson, newStaff } from "./people.ts";
import { signInByCalls } from "./sessions.ts";

for (const [email, paths] of [
  [
    "admin@portico.example",
    ["/bg/admin/tickets", "/bg/admin/tickets?queue=all", "/bg/admin/contracts?state=all", "/bg/admin/settings/jobs"],
  ],
  ["ivan@portico.example", ["/bg/documents", "/bg/documents/folder", "/pl/contracts", "/pl/contracts/1"]],
] as const)
  test(`nothing moves while lists of ${email} come to life @phone`, async ({ page }) => {
    await signInByCalls(page, { email });
    const shift = await watchShift(page);
    let calls = 0;
    await page.route("**", async (route) => {
      if (["fetch", "xhr"].includes(route.request().resourceType())) await pause(100 + (calls++ % 5) * 80);
      await route.fallback();
    });
    for (const path of paths) {
      await page.goto(path);
      await hydrated(page);
      await page.waitForLoadState("networkidle");
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      expect(await shift(), path).toBeLessThanOrEqual(0.02);
    }
  });

test("nothing moves while a ticket and a conversation come to life, for client and staff @phone", async ({ page }) => {
  const person = await newPerson("Tilda Still");
  const holder = { holderType: "user", holderId: person.id } as const;
  const text = "Dear all,\n\nplease **send** these statements:\n\n- June\n- July";
  const { id } = await person.client.tickets.create({ params: holder, body: { title: "Statements", content: text } });
  for (let count = 0; count < 5; count++)
    await person.client.tickets.addComment({ params: { ...holder, id }, body: { content: text } });
  for (let count = 0; count < 12; count++)
    await person.client.chats.send({ params: holder, body: { key: randomUUID(), text } });
  const shift = await watchShift(page);
  // Answers come one after another.
  let calls = 0;
  await page.route(/\/(ticket|chat|colleague)/, async (route) => {
    calls += 1;
    await pause((calls % 4) * 100);
    await route.fallback();
  });
  for (const [who, paths] of [
    [person, [`/en/tickets/${id}`, "/en/chat"]],
    [
      await newStaff("Stan Still"),
      [`/en/admin/user/${person.id}/tickets/${id}`, `/en/admin/chats?holder=user/${person.id}`],
    ],
  ] as const) {
    await signInByCalls(page, who);
    for (const path of paths) {
      await page.goto(path);
      await hydrated(page);
      await expect(page.getByRole("log")).toContainText("these statements");
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      await page.waitForLoadState("networkidle");
      expect(await shift(), path).toBeLessThanOrEqual(0.02);
    }
  }
});
