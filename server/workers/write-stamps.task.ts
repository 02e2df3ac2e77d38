/** Writes what stands in the frames for signatures. */
import { type Stamp, writeStamps } from "@portico/pdf/write-stamps.ts";

export interface StampsOrder {
  stamps: Stamp[];
  language: string;
  date: string;
}

export const run = ({ stamps, ...settings }: StampsOrder): Promise<Uint8Array> => writeStamps(stamps, settings);
