/**
 * What a change tells clients, colleagues and other systems, held back until it can no longer be undone: the calls of
 * `tx.notify` and its like and the events of webhooks are kept with the change, and made after it.
 */
import { z } from "zod";
import type { DatedEvent } from "../../unit-of-work/outbox.ts";
import type { Notifier, Tx, WriteContext } from "../../unit-of-work/transact.ts";

type NewsCalls = {
  [Call in keyof Notifier]: { call: Call; to: Parameters<Notifier[Call]>[1]; news: Parameters<Notifier[Call]>[2] };
};
export type HeldNews = NewsCalls[keyof Notifier] | { call: "event"; news: DatedEvent };

const held = z.array(
  z.union([
    z.object({
      call: z.enum(["notify", "notifyStaff", "endNews"]),
      to: z.object({}).loose(),
      news: z.object({}).loose(),
    }),
    z.object({ call: z.literal("event"), news: z.object({}).loose() }),
  ]),
);
export const readHeldNews = (stored: unknown): HeldNews[] => held.parse(stored) as unknown as HeldNews[];

/** A context whose changes tell nobody yet; `news` grows with what they would have told. */
export function holdNews<C extends WriteContext>(context: C): { context: C; news: HeldNews[] } {
  const news: HeldNews[] = [];
  const hold = async (one: HeldNews) => void news.push(one);
  return {
    news,
    context: {
      ...context,
      holdEvent: (event) => void news.push({ call: "event", news: event }),
      notifier: {
        notify: (_tx, to, told) => hold({ call: "notify", to, news: told }),
        notifyStaff: (_tx, to, told) => hold({ call: "notifyStaff", to, news: told }),
        endNews: (_tx, to, told) => hold({ call: "endNews", to, news: told }),
      },
      mail: {
        // A mail would be sent at the commit. Those that follow from notifications are held with these.
        send: () => Promise.reject(new Error("A change that can be undone sends no mail of its own")),
      },
    },
  };
}

/** A context whose changes tell other systems nothing: they put back what nobody was told of. */
export const withoutEvents = <C extends WriteContext>(context: C): C => ({ ...context, holdEvent: () => undefined });

/** Tells what was held, in the caller's transaction. */
export async function tellHeld(tx: Tx, news: readonly HeldNews[]): Promise<void> {
  for (const one of news)
    if (one.call === "notify") await tx.notify(one.to, one.news);
    else if (one.call === "notifyStaff") await tx.notifyStaff(one.to, one.news);
    else if (one.call === "endNews") await tx.endNews(one.to, one.news);
    else tx.sendHeld(one.news);
}
