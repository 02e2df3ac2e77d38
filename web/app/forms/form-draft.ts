/**
 * The draft of a form as it is typed: saved by itself, a change of a field as one line of one request; kept in the browser while the
 * server is not reached; merged with what another device saved.
 */
import { ApiError } from "@portico/api/errors.ts";
import type { Form } from "@portico/api/forms/drafts.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { alsoMerged, type MergedFields, mergedFields, nothingMerged } from "./merged-fields.ts";
import { type Pending, withPending } from "./pending-changes.ts";

/**
 * `untouched`: nothing was typed yet. `waiting`: the server was not reached, and is tried again. `failed`: it refused what was typed.
 * `closed`: the form was submitted or decided elsewhere, `gone`: it was discarded; what was typed since stays on the page.
 */
type SaveStatus = "untouched" | "saved" | "saving" | "waiting" | "failed" | "closed" | "gone";

export interface DraftState {
  answers: FormAnswers;
  status: SaveStatus;
  /** What another device changed since this one read the draft, until the person has seen it. */
  merged: MergedFields;
}

/** What a save sends: the changes since `version`, and where the person is. */
interface Changes {
  version: number;
  changes: { step: string; field: string; value: never }[];
  currentStep?: string;
}

interface Saved {
  version: number;
  form_data?: unknown;
  replaced?: unknown;
}
export type Save = (changes: Changes) => Promise<Saved>;

/** The browser that the draft is typed in. */
export interface DraftScope {
  /** What was kept in this browser when the server was last not reached. */
  read: () => Pending;
  keep: (pending: Pending) => void;
  /** Whoever typed has signed out, or somebody else is signed in. */
  hasWriterLeft: () => boolean;
}

export const pauseMs = 800;
export const firstWaitMs = 2000;
export const longestWaitMs = 30_000;

export class FormDraft {
  readonly #scope: DraftScope;
  #save: Save;
  readonly #listeners = new Set<() => void>();
  #state: DraftState;
  /** The answers as the server had them when it was last heard. */
  #known: FormAnswers;
  #version: number;
  #pending: Pending;
  #step: string | undefined;
  #running: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitMs = firstWaitMs;

  constructor({ form_data, draft }: Pick<Form, "form_data" | "draft">, save: Save, scope: DraftScope) {
    this.#save = save;
    this.#scope = scope;
    this.#known = form_data as FormAnswers;
    this.#version = draft?.version ?? 0;
    this.#pending = scope.read();
    this.#state = {
      answers: withPending(this.#known, this.#pending),
      status: "untouched",
      merged: nothingMerged,
    };
  }

  readonly getState = (): DraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly change = (step: string, field: string, value: unknown): void => {
    this.#pending[`${step}.${field}`] = value;
    this.#scope.keep(this.#pending);
    const { answers, status } = this.#state;
    this.#set({
      answers: { ...answers, [step]: { ...answers[step], [field]: value } },
      status: status === "closed" || status === "gone" ? status : "saving",
    });
    this.#sendIn(pauseMs);
  };

  /** Remembers where the person is, for the next device: sent at once, with what was typed last. */
  readonly goTo = (step: string): void => {
    this.#step = step;
    this.forgetMerged();
    void this.#trySending();
  };

  readonly forgetMerged = (): void => this.#set({ merged: nothingMerged });

  /** Sends what waits; resolves with the draft's version once the server has all of it. */
  readonly flush = async (): Promise<number> => {
    await this.#settled();
    if (this.#hasPending()) await this.#send();
    return this.#version;
  };

  /** The connection is back: tries at once. */
  readonly retry = (): void => void this.#trySending();

  /** The page is about to be left: what was typed goes out at once. */
  readonly sendPending = (): void => {
    if (this.#hasPending()) void this.#trySending();
  };

  /** The page is there: what was kept from last time goes out too. Returns what to do when it is left. */
  readonly open = (): (() => void) => {
    if (this.#hasPending()) this.#sendIn(pauseMs);
    return () => {
      clearTimeout(this.#timer);
      this.sendPending();
    };
  };

  /** Whether this version was saved elsewhere. A save of this draft's own is known once it has arrived. */
  async isBehind(version: number): Promise<boolean> {
    await this.#settled();
    return version > this.#version;
  }

  /** Takes the form as the server has it now, where that is newer. */
  async take({ form_data, draft }: Pick<Form, "form_data" | "draft">): Promise<void> {
    if (!draft || !(await this.isBehind(draft.version))) return;
    this.#version = draft.version;
    this.#takeOver(form_data as FormAnswers);
  }

  /** From now on saves by another client: the page is shown in another language. */
  saveBy(save: Save): void {
    this.#save = save;
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  readonly #hasPending = (): boolean => Object.keys(this.#pending).length > 0;

  #sendIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#trySending(), milliseconds);
  }

  /** Once what is under way has arrived. */
  async #settled(): Promise<void> {
    while (this.#running) await this.#running.catch(() => undefined);
  }

  /** One sending at a time; who comes meanwhile waits for it and sends what is left. */
  async #send(): Promise<void> {
    while (this.#running) await this.#running.catch(() => undefined);
    this.#running = this.#sendAll().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  // The status says what went wrong.
  readonly #trySending = (): Promise<void> => this.#send().catch(() => undefined);

  /** Sends again and again until nothing waits; a server that is not reached plans the next try. */
  async #sendAll(): Promise<void> {
    clearTimeout(this.#timer);
    // What waits when its writer signs out is forgotten: whoever is next in this browser neither sends nor keeps it.
    while (!this.#scope.hasWriterLeft() && (this.#hasPending() || this.#step !== undefined)) {
      const sent = { ...this.#pending };
      const step = this.#step;
      this.#step = undefined;
      if (this.#hasPending()) this.#set({ status: "saving" });
      try {
        const saved = await this.#save({
          version: this.#version,
          changes: Object.entries(sent).map(([key, value]) => {
            const [stepName = "", field = ""] = key.split(".");
            return { step: stepName, field, value: (value ?? null) as never };
          }),
          ...(step !== undefined && { currentStep: step }),
        });
        if (this.#scope.hasWriterLeft()) return;
        this.#arrived(sent, saved);
      } catch (error) {
        this.#step ??= step;
        this.#failed(error);
        throw error;
      }
    }
    if (!this.#scope.hasWriterLeft() && this.#state.status !== "untouched") this.#set({ status: "saved" });
  }

  #arrived(sent: Pending, { version, form_data, replaced }: Saved): void {
    this.#version = version;
    this.#waitMs = firstWaitMs;
    // What was typed while the call was under way waits for the next one.
    for (const [key, value] of Object.entries(sent)) if (this.#pending[key] === value) delete this.#pending[key];
    this.#scope.keep(this.#pending);
    if (form_data) this.#takeOver(form_data as FormAnswers, { sent, replaced: replaced as FormAnswers });
    else this.#known = withPending(this.#known, sent);
  }

  #failed(error: unknown): void {
    const { code, status } = error instanceof ApiError ? error : { code: undefined, status: 0 };
    if (code === "notFound") this.#set({ status: "gone" });
    else if (code === "stateConflict") this.#set({ status: "closed" });
    else if (status >= 400 && status < 500 && status !== 429) this.#set({ status: "failed" });
    else {
      this.#set({ status: "waiting" });
      this.#sendIn(this.#waitMs);
      this.#waitMs = Math.min(this.#waitMs * 2, longestWaitMs);
    }
  }

  /** The draft came with what another device changed. */
  #takeOver(now: FormAnswers, { sent = {}, replaced = {} }: { sent?: Pending; replaced?: FormAnswers } = {}): void {
    const news = mergedFields({ before: this.#known, now, sent, replaced, pending: this.#pending });
    this.#known = now;
    this.#set({
      answers: withPending(now, this.#pending),
      ...(news.taken.length + news.overwritten.length > 0 && { merged: alsoMerged(this.#state.merged, news) }),
    });
  }
}
