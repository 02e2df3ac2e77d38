/** Files that are read through a mapping, told by the columns of their header. */
import type { NamedMapping } from "@portico/api/imports/mapping.ts";
import type { FileContent, FileFormat } from "../formats/format.ts";
import { UnreadableFile } from "../reading/parsed-file.ts";
import { readMapped } from "./read.ts";
import { readyMappings } from "./ready/ready.ts";
import { fittingMappings } from "./recognise.ts";
import { type Candidate, candidatesOf } from "./table.ts";

/** The names of mappings, as a refusal and a list show them. */
const namesIn = (mappings: readonly NamedMapping[]): string => mappings.map(({ name }) => name).join(" / ");

/** No table at all if it is a workbook that cannot be opened: reading it says why. */
function tablesOf(file: FileContent): Candidate[] {
  try {
    return candidatesOf(file);
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}

/** The format of these mappings and those of the portal. `chosen`: the key of the one that a person chose. */
export function mappedFormat(own: readonly NamedMapping[] = [], chosen?: string): FileFormat {
  const all = [...own, ...readyMappings];
  const picked = chosen === undefined ? undefined : all.find(({ key }) => key === chosen);
  return {
    name: "mapped",
    recognise(file) {
      if (picked) return { kind: picked.mapping.makes, message: picked.name };
      const { fits, almost } = fittingMappings(tablesOf(file), all);
      const [first = almost] = fits;
      return first && { kind: first.mapping.makes, message: fits.length > 1 ? namesIn(fits) : first.name };
    },
    async read(file, given) {
      const candidates = candidatesOf(file);
      if (picked) return readMapped(candidates, picked, given);
      const { fits, almost } = fittingMappings(candidates, all);
      if (fits.length > 1) throw new UnreadableFile("severalMappings", null, namesIn(fits));
      const named = fits[0] ?? almost;
      if (!named) throw new UnreadableFile("unknownFormat", 1, null);
      return readMapped(candidates, named, given);
    },
  };
}
