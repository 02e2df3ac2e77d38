/** The rows of all portfolios: what each is worth today beside what it earned in the range. */
import type { Consolidated, ConsolidatedResults } from "@portico/api/portfolio-consolidated.ts";

type Part = Consolidated["parts"][number];
type Result = ConsolidatedResults["parts"][number];

export interface PartRow {
  id: string;
  name: string;
  holderId: number;
  holderType: "user" | "company";
  isOpen: boolean;
  /** Undefined for a company of which a share was held within the range and none is today. */
  part: Part | undefined;
  /** Undefined while the results are loading, or if they cannot be loaded. */
  result: Result | undefined;
}

const idOf = ({ holderType, holderId }: Pick<Part, "holderType" | "holderId">): string => `${holderType} ${holderId}`;

export function partRows({ parts }: Consolidated, results: ConsolidatedResults | undefined): PartRow[] {
  const left = new Map(results?.parts.map((result) => [idOf(result), result]));
  const rows = parts.map((part): PartRow => {
    const id = idOf(part);
    const result = left.get(id);
    left.delete(id);
    const { name, holderId, holderType, isOpen } = part;
    return { id, name, holderId, holderType, isOpen, part, result };
  });
  const former = [...left].map(([id, result]): PartRow => {
    const { name, holderId, holderType, isOpen } = result;
    return { id, name, holderId, holderType, isOpen, part: undefined, result };
  });
  return [...rows, ...former];
}
