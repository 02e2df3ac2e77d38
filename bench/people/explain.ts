/** Shows how the database executes statements, and which steps are expensive. */
import pg from "pg";
import type { ConnectionSettings } from "../../server/database/connect.ts";
import type { Sent } from "./recorder.ts";

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
}
interface Explained {
  text: string;
  milliseconds: number;
  blocks: number;
  /** Nodes that read or sorted more than 2,000 rows. */
  heavy: string[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** Each statement with its own values, run twice; the second time is reported. */
export async function explain(superuser: ConnectionSettings, statements: readonly Sent[]): Promise<Explained[]> {
  const client = new pg.Client({ ...superuser });
  await client.connect();
  const explained: Explained[] = [];
  for (const { text, values } of statements) {
    if (!/^\s*(\/\*.*?\*\/)?\s*(select|with)/i.test(text)) continue;
    const ask = () =>
      client.query<{ "QUERY PLAN": [{ Plan: Plan; "Execution Time": number }] }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
    await ask();
    const found = (await ask()).rows[0]?.["QUERY PLAN"][0];
    if (!found) continue;
    explained.push({
      text,
      milliseconds: found["Execution Time"],
      blocks: found.Plan["Shared Hit Blocks"] + found.Plan["Shared Read Blocks"],
      heavy: nodes(found.Plan).flatMap((node) => {
        const read =
          (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
          node["Actual Loops"];
        return read > 2000 ? [`${node["Node Type"]} ${node["Relation Name"] ?? ""} ${Math.round(read)} rows`] : [];
      }),
    });
  }
  await client.end();
  return explained;
}
