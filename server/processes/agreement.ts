/** What the portal's processes must have in common, and what is said where they do not. */
import type { processKinds, processStores } from "@portico/api/jobs.ts";
import type { ReplicaState } from "../database/replica.ts";

export type ProcessKind = (typeof processKinds)[number];
export type Alone = (typeof processStores)[number];
export type Store = Exclude<Alone, "bus">;

/** A process that has not been seen for three beats is gone. */
export const goneAfterSeconds = 45;

/** A process as it describes itself to the others. */
export interface Process {
  id: string;
  host: string;
  pid: number;
  build: string;
  kind: ProcessKind;
  key_name: string;
  files_store: string;
  mail_store: string;
  sharepoint_store: string;
  bus: string;
}

/** A process as the others see it. */
export interface PortalProcess extends Process {
  alone: Alone[];
  /** It reaches the database past the pooler. */
  reaches_direct: boolean;
  /** It reaches Redis, or has none. */
  reaches_redis: boolean;
  replica: ReplicaState;
  clock_ahead_ms: number;
  started_at: Date;
  seen_at: Date;
  /** Seen a moment ago. */
  alive: boolean;
}

/** A clock that is off by more is said to be wrong; mails and codes of apps allow for half a minute. */
const toldAfterSeconds = 5;

/** Whether the clock of a process is so far off the database's that somebody should look at it. */
export const isClockOff = (aheadSeconds: number): boolean => Math.abs(aheadSeconds) > toldAfterSeconds;

/** Instead of a store's address: a folder of DATA_DIR. */
export const inFolder = "folder";

export interface Disagreement {
  about: Store | "bus" | "key";
  /** A sentence for operators with the remedy. */
  message: string;
  /** The portal would lose or mix up data: it does not start. */
  fatal: boolean;
}

const remedies: Record<Store, string> = {
  files:
    "Set FILES_S3_ENDPOINT, FILES_S3_BUCKET and the access key for all processes, or let all machines share the folder DATA_DIR/files",
  mail: "Set SMTP_URL for all processes: mails go to whichever of them runs the job",
  sharepoint:
    "Set SHAREPOINT_SITE and what belongs to it for all processes, or let all machines share the folder DATA_DIR/sharepoint",
};

/** Differing mail servers all deliver. */
const mayDiffer = (store: Store, here: string, there: string): boolean =>
  store === "mail" && here !== inFolder && there !== inFolder;

const placeText = (place: string): string => (place === inFolder ? "a folder of its own" : place);

/**
 * Compares a process with another one that lives. `sees` says of which stores in folders both see the same folder.
 */
export function disagreementsOf(here: Process, there: Process, sees: ReadonlySet<Store>): Disagreement[] {
  const who = `the portal on ${there.host} (process ${there.pid})`;
  const key: Disagreement[] =
    here.key_name === there.key_name
      ? []
      : [
          {
            about: "key",
            fatal: true,
            message: `The firm's key here is ${here.key_name}, and ${who} has ${there.key_name}. Name the same key by FIRM_KEY or FIRM_KEY_FILE.`,
          },
        ];
  const stores = (["files", "mail", "sharepoint"] as const).flatMap((about): Disagreement[] => {
    const [mine, other] = [here[`${about}_store`], there[`${about}_store`]];
    const same = mine === other ? mine !== inFolder || sees.has(about) : mayDiffer(about, mine, other);
    if (same) return [];
    const places =
      mine === other ? `a folder that ${who} does not see` : `${placeText(mine)}, and ${who} has ${placeText(other)}`;
    const message = `The store for ${about} here is ${places}. ${remedies[about]}.`;
    return [{ about, fatal: about === "files", message }];
  });
  const bus: Disagreement[] =
    here.bus === there.bus
      ? []
      : [
          {
            about: "bus",
            fatal: false,
            message: `The sockets here use ${here.bus}, and those of ${who} ${there.bus}: their pages do not hear of each other. Set the same REDIS_URL for all processes.`,
          },
        ];
  return [...key, ...stores, ...bus];
}
