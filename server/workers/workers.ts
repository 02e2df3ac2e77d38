/**
 * A small pool of worker threads for work that would block the calls on the main thread: figures over years of days,
 * reading and replaying a long file, writing documents.
 *
 * To add a task:
 * 1. Write `<domain>.<what>.task.ts` exporting `run(input, { db })`. Input and output are structured-cloned, so they must
 *    be plain data (no functions, no class instances such as Decimal), and small: cloning 100,000 objects takes the main
 *    thread 0.2 s. Send a file's bytes, return a summary or JSON text, and let the task read and write the database. `db`
 *    is the application role over the thread's one connection: a transaction works, two at once deadlock. An unfinished
 *    transaction is rolled back when the thread is ended.
 * 2. List it in `tasks.ts`: `readFile: defineTask({ lane: "files", cpuSeconds: 60, overLimit: "tooLarge", load: () =>
 *    import("../domains/….task.ts") })`.
 * 3. Call it from a service: `await context.workers.run("readFile", input, { holder, signal: context.caller.signal,
 *    transfer: [bytes.buffer] })`.
 *
 * Refusals thrown by a task arrive as refusals with their code and fields; subclasses (EntriesRefused) do not: return
 * their content as output instead. Events that a task emits (`transact` with the `events` it is given) are emitted here
 * once its answer or refusal has arrived.
 */
import type { EventEmitter } from "node:events";
import type { Transferable, Worker } from "node:worker_threads";
import PQueue from "p-queue";
import type { Logger } from "pino";
import type { Piscina } from "piscina";
import type { ConnectionSettings } from "../database/connect.ts";
import type { Events } from "../kernel/events.ts";
import { Overrun, Refusal } from "../kernel/refusal.ts";
import {
  type InputOf,
  type Lane,
  lanes,
  type Order,
  type OutputOf,
  type Reply,
  type Task,
  type Tasks,
  usualLongestMs,
} from "./task.ts";

const threadUrl = new URL("thread.mjs", import.meta.url).href;
/** Waiting calls allowed per holder and per lane. Further ones are refused at once. */
const maxWaiting = { ofHolder: 50, ofLane: 500 };
/** How often the processor time of a running task is looked at. */
const lookMs = 200;
/** Until a machine that was too busy is asked again. */
const busyRetrySeconds = 30;

interface RunOptions {
  /** Owner of the work, such as "user/12". The tasks of one holder run one after another; holders take turns. */
  holder: string;
  /** Ends the task, running or waiting, when its result is no longer needed. */
  signal?: AbortSignal;
  /** Buffers of the input that are moved instead of copied. */
  transfer?: readonly Transferable[];
}

export interface Workers<T extends Tasks> {
  /**
   * Runs a task on a thread. Throws the task's refusal; its `overLimit` if it takes too much processor time or memory;
   * `unavailable` if it did not get that time for long; `unavailable` or `tooManyRequests` if too many are waiting;
   * `requestTimeout` if the signal ended it.
   */
  run: <Name extends keyof T & string>(
    name: Name,
    input: InputOf<T[Name]>,
    options: RunOptions,
  ) => Promise<OutputOf<T[Name]>>;
  /** Number of live threads. */
  threads: () => number;
  /** Ends all threads; running tasks are refused as `unavailable`. */
  close: () => Promise<void>;
}

interface WorkersOptions<T extends Tasks> {
  tasks: T;
  tasksUrl: string;
  connection: ConnectionSettings;
  log: Pick<Logger, "warn">;
  /** Receives the events that tasks emit. */
  events: Events;
  /** For tests. */
  idleMs?: number;
}

/** The queues of one thread: one per waiting holder, and one in which the holders' next tasks take turns. */
interface LaneQueues {
  threads: Promise<Piscina<Order, Reply>>;
  turns: PQueue;
  ofHolder: Map<string, PQueue>;
}

/** Calls `over` once the lane's thread has used so much processor time since now. Returns how to stop watching. */
function watchProcessorTime(threads: Piscina<Order, Reply>, seconds: number, over: () => void): () => void {
  let thread: Worker | undefined;
  let before = 0;
  const look = async (): Promise<void> => {
    const [running] = threads.threads;
    // One that is ending has none.
    const usage = await running?.cpuUsage().catch(() => undefined);
    if (!running || !usage) return;
    const used = (usage.user + usage.system) / 1e6;
    if (running !== thread) {
      thread = running;
      before = used;
    }
    if (used - before > seconds) over();
  };
  void look();
  const timer = setInterval(() => void look(), lookMs);
  return () => clearInterval(timer);
}

/** The lanes with a thread and queues each, opened with their first task. */
function openLanes({
  tasksUrl,
  connection,
  log,
  idleMs,
}: Pick<WorkersOptions<Tasks>, "tasksUrl" | "connection" | "log" | "idleMs">) {
  const opened = new Map<Lane, LaneQueues>();
  let alive: Piscina<Order, Reply>[] = [];

  async function openThreads(lane: Lane): Promise<Piscina<Order, Reply>> {
    // Loaded with the first task, so that the portal's start does not wait for it.
    const { Piscina } = await import("piscina");
    const threads = new Piscina<Order, Reply>({
      filename: threadUrl,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs ?? lanes[lane].idleMs,
      // An idle thread sleeps in its event loop, so that it notices a lost database connection.
      atomics: "disabled",
      resourceLimits: { maxOldGenerationSizeMb: lanes[lane].heapMb, maxYoungGenerationSizeMb: 16 },
      workerData: { tasksUrl, connection },
    });
    // Without a listener, an error of a thread between two tasks would end the process.
    threads.on("error", (error: Error) => log.warn({ err: error, lane }, "a worker thread failed"));
    alive.push(threads);
    return threads;
  }

  function queuesOf(lane: Lane): LaneQueues {
    let queues = opened.get(lane);
    if (!queues) {
      queues = { threads: openThreads(lane), turns: new PQueue({ concurrency: 1 }), ofHolder: new Map() };
      opened.set(lane, queues);
    }
    return queues;
  }

  return {
    queuesOf,
    threads: (): number => alive.reduce((sum, threads) => sum + threads.threads.length, 0),
    async close(): Promise<void> {
      const ending = await Promise.all([...opened.values()].map(({ threads }) => threads));
      opened.clear();
      alive = [];
      await Promise.all(ending.map((threads) => threads.destroy()));
    },
  };
}

/** A holder's queue; removed when empty. */
function queueOf({ ofHolder }: LaneQueues, holder: string): PQueue {
  let queue = ofHolder.get(holder);
  if (!queue) {
    queue = new PQueue({ concurrency: 1 });
    queue.on("idle", () => ofHolder.delete(holder));
    ofHolder.set(holder, queue);
  }
  return queue;
}

const toRefusal = ({ code, fields, by, retryAfter }: Extract<Reply, { refusal: unknown }>["refusal"]): Refusal =>
  new Refusal(code, {
    fields,
    ...(by !== undefined && { by }),
    ...(retryAfter !== undefined && { retryAfter }),
  });

export function createWorkers<T extends Tasks>(options: WorkersOptions<T>): Workers<T> {
  const { tasks, log } = options;
  const events = options.events as EventEmitter;
  const lanesOfTasks = openLanes(options);
  let closed = false;

  /** Runs the order on the lane's thread; its limits count from here. */
  async function runNow(
    queues: LaneQueues,
    { cpuSeconds, longestMs = usualLongestMs(cpuSeconds), overLimit, lane }: Task,
    order: Order,
    { signal, transfer }: RunOptions,
  ): Promise<Reply> {
    const limit = new AbortController();
    const overrun = setTimeout(() => limit.abort("waited"), longestMs);
    const threads = await queues.threads;
    const stopWatching = watchProcessorTime(threads, cpuSeconds, () => limit.abort("processor"));
    try {
      return await threads.run(order, {
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
        transferList: (transfer ?? []) as never,
      });
    } catch (error) {
      if (closed) throw new Refusal("unavailable", { retryAfter: 2 });
      if (signal?.aborted) throw new Refusal("requestTimeout");
      const outOfMemory = (error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY";
      if (!limit.signal.aborted && !outOfMemory) throw error;
      const reason = outOfMemory ? "memory" : String(limit.signal.reason);
      log.warn({ task: order.name, lane, reason }, "a task went over its limit");
      if (reason === "waited") throw new Overrun(busyRetrySeconds);
      throw new Refusal(overLimit, overLimit === "unavailable" ? { retryAfter: busyRetrySeconds } : {});
    } finally {
      clearTimeout(overrun);
      stopWatching();
    }
  }

  return {
    async run(name, input, runOptions) {
      const task = tasks[name];
      if (!task) throw new Error(`no task ${name}`);
      const { signal, holder } = runOptions;
      if (closed) throw new Refusal("unavailable", { retryAfter: 2 });
      if (signal?.aborted) throw new Refusal("requestTimeout");
      const queues = lanesOfTasks.queuesOf(task.lane);
      const own = queueOf(queues, holder);
      if (own.size >= maxWaiting.ofHolder) throw new Refusal("tooManyRequests", { retryAfter: 2 });
      if (queues.turns.size >= maxWaiting.ofLane) throw new Refusal("unavailable", { retryAfter: 2 });
      const whileAwaited = signal ? { signal } : {};
      let reply: Reply;
      try {
        reply = await own.add(
          () => queues.turns.add(() => runNow(queues, task, { name, input }, runOptions), whileAwaited),
          whileAwaited,
        );
      } catch (error) {
        if (signal?.aborted) throw new Refusal("requestTimeout");
        throw error;
      }
      for (const { name: said, event } of reply.emitted) events.emit(said, ...event);
      if ("output" in reply) return reply.output as OutputOf<T[typeof name]>;
      throw toRefusal(reply.refusal);
    },
    threads: lanesOfTasks.threads,
    close() {
      closed = true;
      return lanesOfTasks.close();
    },
  };
}
