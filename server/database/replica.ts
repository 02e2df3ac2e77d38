/**
 * What reports and exports read: a standby of the database (DATABASE_REPLICA_URL), never older than the moment they ask. What
 * it cannot give at once comes from the primary, over a limited share of its connections.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { replicaProblems } from "@portico/api/jobs.ts";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Client, Pool, PoolClient } from "pg";
import { AwayError } from "../kernel/away-error.ts";
import { ConfigError } from "../kernel/config.ts";
import { isConflict, isDatabaseAway, isReadOnly } from "../kernel/database-errors.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Db } from "../kernel/transaction.ts";
import { createWorkQueue } from "../kernel/work-queue.ts";
import { openKysely, openPool } from "./connect.ts";
import { appRole } from "./roles.ts";

/** Why the replica is not read. */
export type ReplicaProblem = (typeof replicaProblems)[number];

/** Null: it is read. */
export type ReplicaState = ReplicaProblem | null;

/** A `ConfigError` if only a change of the settings helps. */
export type ReplicaFailure = Error & { problem: ReplicaProblem };

export interface Reports {
  /**
   * Runs `work` on a database that has all that was committed before. If the replica cancels it, `work` runs again, on the
   * primary.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Undefined without a replica, and before it was first looked at. */
  state: () => ReplicaState | undefined;
  /** Looks whether the replica can be read; by itself every few seconds. */
  look(): Promise<ReplicaFailure | undefined>;
  close(): Promise<void>;
}

interface ReplicaParts {
  url: string;
  pool: Pool;
  /** Connections to the replica, and those of the primary that reports may use instead. */
  size: number;
  /** Of this process in `portal_process`, by which the database is recognised. */
  processId: string;
  /** Told when the replica is no longer read, and when it is again. */
  report: (failure: ReplicaFailure | undefined) => void;
  /** Told of each call, where it read. */
  count?: (server: "replica" | "primary") => void;
  watchMs?: number;
}

/** How long a call waits for the replica to replay what was committed before it. */
const replayMs = 300;
/** How long the replica may take to say how far it is. */
const answerMs = 1000;
const connectMs = 2000;
/** How long a call waits for one of the primary's connections that reports may use. */
const turnMs = 5000;
const usualWatchMs = 5000;

/** Reports and exports of a portal without a replica. */
export const withoutReplica = (db: Db): Reports => ({
  read: (work) => work(db),
  state: () => undefined,
  look: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
});

const setting = "DATABASE_REPLICA_URL";

/** What only happens by a wrong setting. */
const isWrong = (problem: ReplicaProblem): boolean => problem === "otherDatabase" || problem === "role";

function failureOf(problem: ReplicaProblem, message: string): ReplicaFailure {
  return Object.assign(isWrong(problem) ? new ConfigError(message) : new AwayError(message), { problem });
}
const isFailure = (error: unknown): error is ReplicaFailure => error instanceof Error && "problem" in error;
/** An error of connecting names the setting (start-failure.ts). */
const asFailure = (error: unknown): ReplicaFailure =>
  isFailure(error)
    ? error
    : Object.assign(error instanceof Error ? error : new Error(String(error)), { problem: "away" as const, setting });

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new AbortController();
  try {
    return await Promise.race([
      answer,
      pause(answerMs, undefined, { signal: late.signal }).then((): never => {
        throw failureOf("away", `The replica does not answer. Look at its server, or at ${setting}.`);
      }),
    ]);
  } finally {
    late.abort();
  }
}

/** Up to where the primary's log is certain: whatever was acknowledged lies before. */
async function findWritten(primary: Pick<Pool, "query">): Promise<string> {
  const { rows } = await primary.query<{ lsn: string }>("select pg_current_wal_flush_lsn()::text as lsn");
  return rows[0]?.lsn ?? "";
}

interface Found {
  standby: boolean;
  role: string;
  /** Null if the server does not tell. */
  reached: boolean | null;
}

/** Returns once the replica has replayed the primary's log up to there. */
async function waitFor(client: PoolClient, lsn: string): Promise<void> {
  for (let waited = 0, step = 5; ; waited += step, step = Math.min(2 * step, 50)) {
    const { rows } = await inTime(
      client.query<Found>(
        `select pg_is_in_recovery() as standby, current_user as role, pg_last_wal_replay_lsn() >= $1::pg_lsn as reached`,
        [lsn],
      ),
    );
    const found = rows[0];
    if (!found?.standby)
      throw failureOf("notStandby", `${setting} names a server that is no standby. Name one that follows the primary.`);
    if (found.reached) {
      if (found.role === appRole) return;
      throw failureOf(
        "role",
        `Connections of ${setting} work as ${found.role} instead of ${appRole}. Let it name the same user and database as DATABASE_URL, and no role.`,
      );
    }
    if (waited >= replayMs)
      throw failureOf(
        "behind",
        `The replica has not replayed within ${replayMs} ms what the primary had written. Look at pg_stat_replication on the primary and at the load of ${setting}.`,
      );
    await pause(step);
  }
}

/** Whether this process is known there: not so in another database, nor in a copy that went its own way. */
async function checkDatabase(client: PoolClient, processId: string): Promise<void> {
  const known = await inTime(
    client.query("select from portal_process where id = $1", [processId]).then(
      ({ rowCount }) => rowCount === 1,
      (error: unknown) => {
        if ((error as { code?: string }).code === "42P01") return false;
        throw error;
      },
    ),
  );
  if (!known)
    throw failureOf(
      "otherDatabase",
      `${setting} names another database than DATABASE_URL. Name a standby that follows that one.`,
    );
}

/** A connection that passed the check; one that failed by itself is not used again. */
async function connectTo(pool: Pool, check: (client: PoolClient) => Promise<void> | undefined): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await check(client);
    return client;
  } catch (error) {
    const { problem } = asFailure(error);
    client.release(problem === "away" || problem === "role");
    throw error;
  }
}

/** A pool as Kysely needs it, with its own way to connect. */
const poolOf = (connect: () => Promise<PostgresPoolClient>): PostgresPool => ({
  connect,
  end: () => Promise.resolve(),
  options: {},
});

type InTurn = (connect: () => Promise<PostgresPoolClient>) => Promise<PostgresPoolClient>;

/** Connections as Kysely uses them, so many at once, of the replica and the primary together. */
function createTurns(size: number): InTurn {
  const turns = createWorkQueue({ capacity: size });
  let asked = 0;
  /** Waits until fewer than `size` connections are in use. */
  function takeTurn(): Promise<() => void> {
    asked += 1;
    return turns.acquire(asked, { signal: AbortSignal.timeout(turnMs) }).catch(() => {
      throw new Refusal("unavailable", { retryAfter: 2 });
    });
  }
  return async (connect) => {
    const end = await takeTurn();
    try {
      const client = await connect();
      return {
        query: client.query.bind(client),
        release(discard) {
          end();
          client.release(discard);
        },
      };
    } catch (error) {
      end();
      throw error;
    }
  };
}

const connectAny = async (pool: Pool): Promise<PostgresPoolClient> => (await pool.connect()) as PostgresPoolClient;

interface CallParts {
  replica: Pool;
  primary: Pool;
  /** Connections to the replica that calls use. */
  busy: Set<PoolClient>;
  inTurn: InTurn;
}

/** The database of one call: the replica, or once that fails the primary. */
function openCall({ replica, primary, busy, inTurn }: CallParts, onFallen: (failure: ReplicaFailure) => unknown) {
  const reached = new WeakSet<PoolClient>();
  let written: Promise<string> | undefined;
  let isFallen = false;
  let isLost = false;
  async function connectReplica(lsn: string): Promise<PostgresPoolClient> {
    const client = await connectTo(replica, (connected) =>
      reached.has(connected) ? undefined : waitFor(connected, lsn),
    );
    reached.add(client);
    busy.add(client);
    const query = async (text: string, values: unknown[]) => {
      try {
        return await client.query(text, values);
      } catch (error) {
        if (isReadOnly(error)) throw new Error("A call that is declared fromReplica writes", { cause: error });
        isLost ||= isConflict(error) || isDatabaseAway(error);
        throw error;
      }
    };
    return {
      // The portal uses no cursors, of which the type knows too.
      query: query as unknown as PostgresPoolClient["query"],
      release(discard) {
        busy.delete(client);
        client.release(discard);
      },
    };
  }
  async function connect(): Promise<PostgresPoolClient> {
    if (isFallen) return connectAny(primary);
    written ??= findWritten(primary);
    const lsn = await written;
    try {
      return await connectReplica(lsn);
    } catch (error) {
      isFallen = true;
      onFallen(asFailure(error));
      return connectAny(primary);
    }
  }
  return { db: openKysely(poolOf(() => inTurn(connect))), isFallen: () => isFallen, isLost: () => isLost };
}

/** Opens the connections to the replica; `look` says whether they can be used. */
export function openReports({
  url,
  pool: primary,
  size,
  processId,
  report,
  count = () => undefined,
  watchMs = usualWatchMs,
}: ReplicaParts): Reports {
  const openTo = (connections: number): Pool =>
    openPool({
      connection: { connectionString: url },
      size: connections,
      prepared: false,
      name: "portico reports",
      connectMs,
    });
  const pool = openTo(size);
  // Of its own, so that it is noticed when those of calls wait for a server that no longer answers.
  const watching = openTo(1);
  const busy = new Set<PoolClient>();
  let state: ReplicaState | undefined;
  let reported: ReplicaState | undefined;

  const inTurn = createTurns(size);
  const onPrimary = openKysely(poolOf(() => inTurn(() => connectAny(primary))));

  async function find(lsn: string): Promise<ReplicaFailure | undefined> {
    try {
      const client = await connectTo(watching, async (connected) => {
        await waitFor(connected, lsn);
        await checkDatabase(connected, processId);
      });
      client.release();
      return undefined;
    } catch (error) {
      return asFailure(error);
    }
  }
  async function look(): Promise<ReplicaFailure | undefined> {
    const lsn = await findWritten(primary);
    let failure = await find(lsn);
    // A connection that was opened before the user's role was replayed keeps the user's own.
    if (failure?.problem === "role") failure = await find(lsn);
    state = failure?.problem ?? null;
    if (state !== reported) report(failure);
    reported = state;
    // Statements on a server that no longer answers would wait for long; their calls repeat them.
    if (state === "away") for (const client of busy) void (client as unknown as Client).end();
    return failure;
  }

  let looking: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    // While the primary is away, nothing is known of the replica.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => (looking = undefined));
  }, watchMs);
  timer.unref();

  return {
    async read(work) {
      if (state === null) {
        const call = openCall({ replica: pool, primary, busy, inTurn }, ({ problem }) => (state = problem));
        try {
          const answer = await work(call.db);
          count(call.isFallen() ? "primary" : "replica");
          return answer;
        } catch (error) {
          if (!call.isLost()) throw error;
        }
      }
      count("primary");
      return work(onPrimary);
    },
    state: () => state,
    look,
    async close() {
      clearInterval(timer);
      await looking;
      await Promise.all([pool.end(), watching.end()]);
    },
  };
}
