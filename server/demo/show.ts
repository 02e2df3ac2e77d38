/** The demo's story as scenes: each on a working day of the past, played in order of time by the product's own services. */

import type { FileMediaType } from "@portico/api/files.ts";
import type { FileReference } from "@portico/api/forms/field.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { keepChecked } from "../domains/files/files.service.ts";
import { createDraft } from "../domains/forms/forms.drafts.ts";
import { submitForm } from "../domains/forms/forms.submission.ts";
import { changeState } from "../domains/onboarding/onboarding.state.ts";
import type { Context } from "../kernel/context.ts";
import { isTradingDay, toDay } from "./calendar.ts";
import { cardPicture, paper } from "./specimens.ts";
import { companyHolder, type Stage, userHolder } from "./stage.ts";

export interface Scene {
  /** So many working days ago, at least one. */
  daysAgo: number;
  /** "HH:MM", UTC. */
  at: string;
  play: (show: Show) => Promise<unknown>;
}

const dayMs = 86_400_000;

/** The moment of a scene, seen from today. */
export function momentOf({ daysAgo, at }: Scene, today: Date): Date {
  let day = toDay(today);
  for (let left = daysAgo; left > 0; ) {
    day = toDay(new Date(Date.parse(day) - dayMs));
    if (isTradingDay(day)) left -= 1;
  }
  return new Date(`${day}T${at}:00.000Z`);
}

/** Who and what the scenes speak of, by short names: `ivan` is ivan@portico.example. */
export class Show {
  readonly stage: Stage;
  /** The day on which the story is told: its last one. */
  readonly lastDay: string;
  readonly #users = new Map<string, number>();
  readonly #companies = new Map<string, number>();
  readonly #contents = new Map<string, Promise<{ content: Buffer; mediaType: FileMediaType }>>();

  constructor(stage: Stage, lastDay: string) {
    this.stage = stage;
    this.lastDay = lastDay;
  }

  addUser = (who: string, id: number): unknown => this.#users.set(who, id);
  addCompany = (name: string, id: number): unknown => this.#companies.set(name, id);
  userId = (who: string): number => idIn(this.#users, who);
  companyId = (name: string): number => idIn(this.#companies, name);
  user = (who: string): Holder => userHolder(this.userId(who));
  company = (name: string): Holder => companyHolder(this.companyId(name));
  as = (who: string): Promise<Context> => this.stage.as(this.userId(who));
  today = (): string => toDay(this.stage.now());

  /** A scan of the holder's, uploaded by the person: an identity card, or a paper with a title. */
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
    const { id, size } = await keepChecked(context, {
      ...(await made),
      holder,
      name,
      clean: true,
      uploadedBy: this.userId(by),
      byAdmin: false,
    });
    return { id, name, size };
  }

  /** Fills the form in, over what it holds already. */
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
  if (id === undefined) throw new Error(`The demo's story has not met ${name} yet`);
  return id;
}

export const formOf = (holder: Holder): Holder & { type: FormType } => ({
  ...holder,
  type: holder.holderType === "user" ? "KYC" : "companyKYC",
});

/** Plays the scenes in order of time. */
export async function playScenes(show: Show, scenes: readonly Scene[], today: Date): Promise<void> {
  const timed = scenes.map((scene) => ({ scene, moment: momentOf(scene, today) }));
  for (const { scene, moment } of timed.toSorted((a, b) => a.moment.getTime() - b.moment.getTime())) {
    show.stage.turnTo(moment);
    await scene.play(show);
  }
}
