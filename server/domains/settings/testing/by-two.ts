/** Saving what takes two admins, and the day after it. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import { Client } from "pg";
import type { TestApp } from "../../../testing/app.ts";

/** Proposes the setting as one admin and confirms it as another; what one may save alone is saved. */
export async function saveByTwo(app: TestApp, name: SettingName, data: unknown): Promise<void> {
  const [proposer, confirmer] = [await app.as("admin"), await app.as("admin")];
  const { proposalId } = await proposer.client.settings.save({
    params: { name },
    body: { data, reason: "Agreed with counsel" },
  });
  if (proposalId !== null)
    await confirmer.client.proposals.decide({ params: { proposalId }, body: { decision: "confirm" } });
}

/** As if former settings had been replaced longer than a day ago. */
export async function passDay(app: TestApp): Promise<void> {
  const owner = new Client(app.database.owner);
  await owner.connect();
  await owner.query("update setting_former set ended_at = ended_at - interval '25 hours'");
  await owner.end();
}
