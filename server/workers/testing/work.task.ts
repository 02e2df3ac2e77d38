/** Every kind of work that the pool must handle. */
import { setTimeout as sleep } from "node:timers/promises";
import { threadId } from "node:worker_threads";
import { sql } from "kysely";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import type { Tools } from "../task.ts";

type Input =
  | { what: "sleep" | "burn"; ms: number }
  | { what: "spin" | "fill" | "query" | "refuse" | "fail" | "change" | "changeAndRefuse" }
  | { what: "bytes"; bytes: Uint8Array };

interface Output {
  threadId: number;
  begun: number;
  done: number;
  told?: string | number;
}

async function work(input: Input, { db, events }: Tools): Promise<string | number | undefined> {
  switch (input.what) {
    case "sleep":
      await sleep(input.ms);
      return undefined;
    case "burn": {
      const before = process.threadCpuUsage();
      const usedMs = (): number => {
        const { user, system } = process.threadCpuUsage(before);
        return (user + system) / 1000;
      };
      while (usedMs() < input.ms);
      return undefined;
    }
    case "spin":
      for (;;);
    case "fill": {
      const all: number[][] = [];
      for (;;) all.push(Array<number>(100_000).fill(0.5));
    }
    case "query": {
      const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
      return rows[0]?.role;
    }
    case "change":
    case "changeAndRefuse":
      await transact({ db, events }, async (tx) => tx.emit("setting:changed", { name: input.what }));
      if (input.what === "change") return undefined;
      throw new Refusal("stateConflict");
    case "refuse":
      throw new Refusal("fileRefused", { fields: [{ path: "file", code: "unreadableFile" }], retryAfter: 3 });
    case "fail":
      throw new TypeError("broken");
    case "bytes":
      return input.bytes.length;
  }
}

export async function run(input: Input, tools: Tools): Promise<Output> {
  const begun = Date.now();
  const told = await work(input, tools);
  return { threadId, begun, done: Date.now(), ...(told !== undefined && { told }) };
}
