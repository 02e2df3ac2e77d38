/**
 * The draft of a form: autosaved, with one entry per changed field in a request; stored in the browser while the server
 * is not reachable; merged with changes saved by another device.
 */
import { ApiError } from "@portico/api/errors.ts";
import type { Form } from "@portico/api/forms/drafts.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { isPassing } from "../../shell/calls/passing.ts";
import {
  alsoMerged,
  type MergedFields,
  mergedFields,
  nothingMerged,
  type Pending,
  withPending,
} from "./merged-fields.ts";

/**
 * `untouched`: nothing typed yet. `waiting`: the server was not reachable, and is retried. `failed`: it refused the
 * input.
 * `closed`: the form was submitted or decided elsewhere; `gone`: it was discarded; later input stays on the page.
 */
type SaveStatus = "untouched" | "saved" | "saving" | "waiting" | "failed" | "closed" | "gone";

export interface DraftState {
  answers: FormAnswers;
  status: SaveStatus;
  /** Changes by another device since this one read the draft, until the person has seen them. */
  merged: MergedFields;
}

/** Content of a save: the changes since `version`, and the current step. */
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

/** The browser in which the draft is typed. */
export interface DraftScope {
  /** Changes stored in this browser when the server was last unreachable. */
  read: () => Pending;
  store: (pending: Pending) => void;
  /** The author has signed out, or somebody else is signed in. */
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
  /** The server's last known answers. */
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
    this.#scope.store(this.#pending);
    const { answers, status } = this.#state;
    this.#set({
      answers: { ...answers, [step]: { ...answers[step], [field]: value } },
      status: status === "closed" || status === "gone" ? status : "saving",
    });
    this.#sendIn(pauseMs);
  };

  /** Stores the current step for the next device: sent at once, with pending input. */
  readonly goTo = (step: string): void => {
    this.#step = step;
    this.forgetMerged();
    void this.#trySending();
  };

  readonly forgetMerged = (): void => this.#set({ merged: nothingMerged });

  /** Sends pending changes; resolves with the draft's version once the server has everything. */
  readonly flush = async (): Promise<number> => {
    await this.#settled();
    if (this.#hasPending()) await this.#send();
    return this.#version;
  };

  /** The connection is back: retries at once. */
  readonly retry = (): void => void this.#trySending();

  /** The page is about to be left: pending changes are sent at once. */
  readonly sendPending = (): void => {
    if (this.#hasPending()) void this.#trySending();
  };

  /** The page is open: changes stored earlier are sent too. Returns what to do when it is left. */
  readonly open = (): (() => void) => {
    if (this.#hasPending()) this.#sendIn(pauseMs);
    return () => {
      clearTimeout(this.#timer);
      this.sendPending();
    };
  };

  /** Whether this version was saved elsewhere. This page's own save is known once its answer has arrived. */
  async isBehind(version: number): Promise<boolean> {
    await this.#settled();
    return version > this.#version;
  }

  /** Takes the server's form if it is newer. */
  async take({ form_data, draft }: Pick<Form, "form_data" | "draft">): Promise<void> {
    if (!draft || !(await this.isBehind(draft.version))) return;
    this.#version = draft.version;
    this.#takeOver(form_data as FormAnswers);
  }

  /** Uses another client for later saves: the page is shown in another language. */
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

  /** Once the current request has finished. */
  async #settled(): Promise<void> {
    while (this.#running) await this.#running.catch(() => undefined);
  }

  /** One request at a time; later callers wait for it and send the rest. */
  async #send(): Promise<void> {
    // Not by #settled(): of several callers that wait, each must see whether another has begun to send.
    while (this.#running) await this.#running.catch(() => undefined);
    this.#running = this.#sendAll().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  // Errors are reported by the status.
  readonly #trySending = (): Promise<void> => this.#send().catch(() => undefined);

  /** Sends until nothing is pending; if the server is not reachable, a retry is scheduled. */
  async #sendAll(): Promise<void> {
    clearTimeout(this.#timer);
    // Pending changes are dropped when their author signs out: the next person in this browser neither sends nor stores
    // them.
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
    // Input typed during the request is sent with the next one.
    for (const [key, value] of Object.entries(sent)) if (this.#pending[key] === value) delete this.#pending[key];
    this.#scope.store(this.#pending);
    if (form_data) this.#takeOver(form_data as FormAnswers, { sent, replaced: replaced as FormAnswers });
    else this.#known = withPending(this.#known, sent);
  }

  #failed(error: unknown): void {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "notFound") this.#set({ status: "gone" });
    else if (code === "stateConflict") this.#set({ status: "closed" });
    else if (!isPassing(error)) this.#set({ status: "failed" });
    else {
      this.#set({ status: "waiting" });
      this.#sendIn(this.#waitMs);
      this.#waitMs = Math.min(this.#waitMs * 2, longestWaitMs);
    }
  }

  /** The draft's answer included another device's changes. */
  #takeOver(now: FormAnswers, { sent = {}, replaced = {} }: { sent?: Pending; replaced?: FormAnswers } = {}): void {
    const news = mergedFields({ before: this.#known, now, sent, replaced, pending: this.#pending });
    this.#known = now;
    this.#set({
      answers: withPending(now, this.#pending),
      ...(news.updated.length + news.overwritten.length > 0 && { merged: alsoMerged(this.#state.merged, news) }),
    });
  }
}
