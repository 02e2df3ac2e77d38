/** A year of the firm's life: accounts, forms, companies and the staff's desk, played from first to last. */

import { hashPassword } from "../domains/sessions/sessions.passwords.ts";
import type { Services } from "../kernel/context.ts";
import { toDay } from "./calendar.ts";
import { demoPassword } from "./people.ts";
import { scenesOfArrivals } from "./scenes-arrivals.ts";
import { scenesOfCompanies } from "./scenes-companies.ts";
import { scenesOfDesk } from "./scenes-desk.ts";
import { scenesOfPeople } from "./scenes-people.ts";
import { playScenes, Show } from "./show.ts";
import { onStage } from "./stage.ts";

/** Plays the year and then what is given, all in one transaction: a start that was cut off finds nobody, and begins again. */
export async function playYear(
  services: Services,
  then: (show: Show) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  const today = services.now();
  await onStage(services, async (stage) => {
    const show = new Show(stage, toDay(today));
    const scenes = [...scenesOfArrivals(passwordHash), ...scenesOfPeople, ...scenesOfCompanies, ...scenesOfDesk];
    await playScenes(show, scenes, today);
    await then(show);
  });
}
