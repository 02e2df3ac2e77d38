/** Seeds the demo: steps on past working days, run in order of time through the product's own services. */

import type { FileMediaType } from "@portico/api/files.ts";
import type { FileReference } from "@portico/api/forms/field.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { storeChecked } from "../domains/files/files.ts";
import { createDraft } from "../domains/forms/draft/drafts.ts";
import { submitForm } from "../domains/forms/submission/submission.ts";
import { changeState } from "../domains/onboarding/state.ts";
import type { Context } from "../kernel/context.ts";
import { isTradingDay, toDay } from "./calendar.ts";
import { companyHolder, type SeedContext, userHolder } from "./seed-context.ts";
import { cardPicture, paper } from "./specimens.ts";

export interface SeedStep {
  /** Number of working days ago, at least one. */
  daysAgo: number;
  /** "HH:MM", UTC. */
  at: string;
  run: (seed: Seed) => Promise<unknown>;
}

const dayMs = 86_400_000;

/** The time of a step, relative to today. */
export function momentOf({ daysAgo, at }: SeedStep, today: Date): Date {
  let day = toDay(today);
  for (let left = daysAgo; left > 0; ) {
    day = toDay(new Date(Date.parse(day) - dayMs));
    if (isTradingDay(day)) left -= 1;
  }
  return new Date(`${day}T${at}:00.000Z`);
}

/** The users and companies that the steps name, by short names: `ivan` is ivan@portico.example. */
export class Seed {
  readonly context: SeedContext;
  /** The last day of the seeded year. */
  readonly lastDay: string;
  readonly #users = new Map<string, number>();
  readonly #companies = new Map<string, number>();
  readonly #contents = new Map<string, Promise<{ content: Buffer; mediaType: FileMediaType }>>();

  constructor(context: SeedContext, lastDay: string) {
    this.context = context;
    this.lastDay = lastDay;
  }

  addUser = (who: string, id: number): unknown => this.#users.set(who, id);
  addCompany = (name: string, id: number): unknown => this.#companies.set(name, id);
  userId = (who: string): number => idIn(this.#users, who);
  companyId = (name: string): number => idIn(this.#companies, name);
  user = (who: string): Holder => userHolder(this.userId(who));
  company = (name: string): Holder => companyHolder(this.companyId(name));
  as = (who: string): Promise<Context> => this.context.as(this.userId(who));
  today = (): string => toDay(this.context.now());

  /** A scan of the holder's, uploaded by the person: an identity card, or a document with a title. */
  async scan(by: string, holder: Holder, name: string, title?: string): Promise<FileReference> {
    const key = title ?? `card of ${by}`;
    const tint = [40 + ((this.userId(by) * 47) % 120), 90, 60 + ((this.userId(by) * 31) % 130)] as const;
    const made =
      this.#contents.get(key) ??
      (title === undefined
        ? cardPicture(tint).then((content) => ({ content, mediaType: "image/png" as const }))
        : paper(title).then((content) => ({ content, mediaType: "application/pdf" as const })));
    this.#contents.set(key, made);
    const context = await this.as(by);
    const { id, size } = await storeChecked(context, {
      ...(await made),
      holder,
      name,
      clean: true,
      uploadedBy: this.userId(by),
      byAdmin: false,
    });
    return { id, name, size };
  }

  /** Completes the form, over its existing answers. */
  async fill(by: string, holder: Holder, answers: FormData): Promise<void> {
    await createDraft(await this.as(by), formOf(holder), answers);
  }

  async submit(by: string, holder: Holder, { language = "en" }: { language?: Language } = {}): Promise<void> {
    await submitForm(await this.as(by), formOf(holder), { language });
  }

  async decide(
    by: string,
    holder: Holder,
    newState: HolderState,
    more: { reason?: string; clientNumber?: string } = {},
  ): Promise<void> {
    await changeState(await this.as(by), holder, { newState, ...more });
  }
}

function idIn(ids: Map<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo seed does not know ${name} yet`);
  return id;
}

export const formOf = (holder: Holder): Holder & { type: FormType } => ({
  ...holder,
  type: holder.holderType === "user" ? "KYC" : "companyKYC",
});

/** Runs the steps in order of time. */
export async function runSteps(seed: Seed, steps: readonly SeedStep[], today: Date): Promise<void> {
  const timed = steps.map((step) => ({ step, moment: momentOf(step, today) }));
  for (const { step, moment } of timed.toSorted((a, b) => a.moment.getTime() - b.moment.getTime())) {
    seed.context.turnTo(moment);
    await step.run(seed);
  }
}
