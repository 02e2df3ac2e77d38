/** What the page server loads for visitors: definitions with their figures ready, so that pages are whole without scripts. */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import type { Definition } from "@portico/api/funds.ts";
import { isMissing } from "../shell/public/is-missing.ts";
import type { Compared } from "./compare-lines.tsx";
import { comparedPast, type HistoryAnswer, historyFigures } from "./history-figures.ts";

type FundsClient = Pick<Client<Api>, "funds">;

export interface LoadedDefinition {
  definition: Definition;
  history: HistoryAnswer;
}

/** Null if no published definition has the id. */
export async function loadDefinition(
  { funds }: FundsClient,
  id: number,
  includeDocsContent: boolean,
): Promise<LoadedDefinition | null> {
  try {
    const [definition, history] = await Promise.all([
      funds.getDefinition({ params: { id }, query: { includeDocsContent: includeDocsContent ? "true" : "false" } }),
      funds.getDefinitionHistory({ params: { id } }),
    ]);
    return { definition, history: historyFigures(history) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Those that are published, in the order asked for. */
export async function loadCompared(client: FundsClient, ids: readonly number[]): Promise<Compared[]> {
  const loaded = await Promise.all(ids.map((id) => loadDefinition(client, id, false)));
  return loaded
    .filter((one) => one !== null)
    .map(({ definition, history }) => ({ definition, past: comparedPast(history) }));
}
