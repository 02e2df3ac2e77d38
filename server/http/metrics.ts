/** Metrics for Prometheus: calls, sockets, database connections, jobs, memory. */
import { timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ReplicaState } from "../database/replica.ts";
import type { WaitingJobs } from "../jobs/waiting.ts";
import type { Health } from "./health.ts";

export interface Metrics {
  registry: Registry;
  /** Records a call: the route as declared (never the path, which contains ids), method, status, duration. */
  observeCall: (call: { method: string; route: string; status: number; seconds: number }) => void;
  jobDone: (name: string, outcome: "completed" | "failed") => void;
  /** Records a call that is declared `fromReplica`: where it read. */
  countReport: (server: "replica" | "primary") => void;
  /** Why reports are not read from the replica; null if they are. */
  watchReplica: (state: () => ReplicaState) => void;
  /** Read on request. */
  watchSockets: (count: () => number) => void;
  watchProcesses: (list: () => readonly { kind: string; build: string }[]) => void;
  /** Whether the database answers past its pooler. */
  watchDirect: (answers: () => boolean) => void;
  /** Whether Redis carries what processes tell each other. */
  watchRedis: (answers: () => boolean) => void;
  /** Seconds by which this machine's clock is ahead of the database's. */
  watchClock: (aheadSeconds: () => number) => void;
  watchPool: (pool: pg.Pool) => void;
  /** Read from the database; if that fails, this figure is left out and the others are still returned. */
  watchQueue: (count: () => Promise<WaitingJobs[]>) => void;
  /** What /ready answers. */
  watchReady: (check: () => Promise<Health>) => void;
  /** Until when the certificate that seals is valid; undefined before there is one. */
  watchSeal: (validUntil: () => Promise<Date | undefined>) => void;
}

/** A longer wait would make Prometheus drop all figures because of one. */
const limitMs = 2000;
/** What a question about a figure finds, or `otherwise` if it fails or takes too long. */
const inTime = <Found>(question: Promise<Found>, otherwise: Found): Promise<Found> =>
  Promise.race([question.catch(() => otherwise), pause(limitMs, otherwise, { ref: false })]);

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: "portico_call_seconds",
    help: "Duration of answered calls",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const jobs = new Counter({
    name: "portico_jobs_total",
    help: "Jobs done, by outcome",
    labelNames: ["job", "outcome"],
    registers,
  });
  const reports = new Counter({
    name: "portico_reports_total",
    help: "Reports and exports, by the server that they were read from",
    labelNames: ["server"],
    registers,
  });
  return {
    registry,
    countReport: (server) => reports.inc({ server }),
    watchReplica(state) {
      const gauge: Gauge<"reason"> = new Gauge({
        name: "portico_replica_ready",
        help: "1 if reports are read from the replica, otherwise 0 with the reason",
        labelNames: ["reason"],
        registers,
        collect() {
          gauge.reset();
          const reason = state();
          gauge.set({ reason: reason ?? "" }, reason === null ? 1 : 0);
        },
      });
    },
    observeCall: ({ method, route, status, seconds }) =>
      calls.observe({ method, route, status: String(status) }, seconds),
    jobDone: (job, outcome) => jobs.inc({ job, outcome }),
    watchSockets(count) {
      const sockets: Gauge = new Gauge({
        name: "portico_sockets",
        help: "Open sockets",
        registers,
        collect: () => sockets.set(count()),
      });
    },
    watchQueue(count) {
      let asked: Promise<WaitingJobs[]> | undefined;
      /** Both figures are collected at once, and ask once. */
      const rows = (): Promise<WaitingJobs[]> => {
        asked ??= inTime(count(), []).finally(() => {
          asked = undefined;
        });
        return asked;
      };
      const labelNames = ["job", "state"] as const;
      const waiting: Gauge<"job" | "state"> = new Gauge({
        name: "portico_jobs_waiting",
        help: "Jobs in the queue that are not done, by state",
        labelNames,
        registers,
        async collect() {
          waiting.reset();
          for (const { job, state, count: number } of await rows()) waiting.set({ job, state }, number);
        },
      });
      const oldest: Gauge<"job" | "state"> = new Gauge({
        name: "portico_jobs_oldest_seconds",
        help: "How long ago the job that waits longest could have started, by state",
        labelNames,
        registers,
        async collect() {
          oldest.reset();
          for (const { job, state, oldestSeconds } of await rows())
            if (oldestSeconds !== null) oldest.set({ job, state }, oldestSeconds);
        },
      });
    },
    watchReady(check) {
      const gauge: Gauge<"reason"> = new Gauge({
        name: "portico_ready",
        help: "1 if the process can serve, otherwise 0 with the reason",
        labelNames: ["reason"],
        registers,
        async collect() {
          gauge.reset();
          const { body } = await inTime(check(), { status: 503, body: { status: "unavailable", reason: "database" } });
          gauge.set({ reason: body.reason ?? "" }, body.status === "ok" ? 1 : 0);
        },
      });
    },
    watchSeal(validUntil) {
      const gauge: Gauge = new Gauge({
        name: "portico_seal_valid_until_seconds",
        help: "When the certificate that seals expires, in seconds since 1970",
        registers,
        async collect() {
          gauge.reset();
          const until = await inTime(validUntil(), undefined);
          if (until) gauge.set(until.getTime() / 1000);
          else gauge.remove();
        },
      });
    },
    watchProcesses(list) {
      const processes: Gauge<"kind" | "build"> = new Gauge({
        name: "portico_processes",
        help: "Processes of the portal that live, by what they do and their build",
        labelNames: ["kind", "build"],
        registers,
        collect() {
          processes.reset();
          for (const { kind, build } of list()) processes.inc({ kind, build });
        },
      });
    },
    watchDirect(answers) {
      const direct: Gauge = new Gauge({
        name: "portico_database_direct",
        help: "1 if the database answers past its pooler (DATABASE_DIRECT_URL), otherwise 0",
        registers,
        collect: () => direct.set(answers() ? 1 : 0),
      });
    },
    watchRedis(answers) {
      const redis: Gauge = new Gauge({
        name: "portico_redis_up",
        help: "1 if Redis (REDIS_URL) answers, otherwise 0",
        registers,
        collect: () => redis.set(answers() ? 1 : 0),
      });
    },
    watchClock(aheadSeconds) {
      const clock: Gauge = new Gauge({
        name: "portico_clock_ahead_seconds",
        help: "How far the clock of this machine is ahead of the database's",
        registers,
        collect: () => clock.set(aheadSeconds()),
      });
    },
    watchPool(pool) {
      const connections: Gauge<"state"> = new Gauge({
        name: "portico_database_connections",
        help: "Connections of the pool, by what they do",
        labelNames: ["state"],
        registers,
        collect() {
          connections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
          connections.set({ state: "idle" }, pool.idleCount);
          connections.set({ state: "waited for" }, pool.waitingCount);
        },
      });
    },
  };
}

const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address);

/**
 * Who may read the metrics: with METRICS_TOKEN whoever sends it, otherwise only this machine. `address` is that of the
 * connection, since a local proxy forwards external callers.
 */
export function mayReadMetrics(
  caller: { address: string; forwarded: boolean; authorization: string | undefined },
  token: string | undefined,
): boolean {
  if (token === undefined) return isLoopback(caller.address) && !caller.forwarded;
  const given = Buffer.from(caller.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
