/** Metrics for Prometheus: calls, sockets, database connections, jobs, memory. */
import { timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { WaitingJobs } from "../jobs/waiting.ts";

export interface Metrics {
  registry: Registry;
  /** Records a call: the route as declared (never the path, which contains ids), method, status, duration. */
  observeCall: (call: { method: string; route: string; status: number; seconds: number }) => void;
  jobDone: (name: string, outcome: "completed" | "failed") => void;
  /** Read on request. */
  watchSockets: (count: () => number) => void;
  watchProcesses: (list: () => readonly { kind: string; build: string }[]) => void;
  watchPool: (pool: pg.Pool) => void;
  /** Read from the database; if that fails, this figure is left out and the others are still returned. */
  watchQueue: (count: () => Promise<WaitingJobs[]>) => void;
}

/** A longer wait would make Prometheus drop all figures because of one. */
const queueLimitMs = 2000;

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
  return {
    registry,
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
      const waiting: Gauge<"job" | "state"> = new Gauge({
        name: "portico_jobs_waiting",
        help: "Jobs in the queue that are not done, by state",
        labelNames: ["job", "state"],
        registers,
        async collect() {
          waiting.reset();
          const rows = await Promise.race([count().catch(() => []), pause(queueLimitMs, [], { ref: false })]);
          for (const row of rows) waiting.set({ job: row.job, state: row.state }, row.count);
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
