/** What a format of files declares of itself. */
import type { ImportFormat, ImportKind } from "@portico/api/rules/import-kinds.ts";
import type { Day } from "@portico/ledger/entry.ts";
import type { BankCodes } from "../../custodians/bank-codes.ts";
import type { Decisions } from "../questions/decisions.ts";
import type { ReadFile } from "../reading/parsed-file.ts";

/** A file as it was sent. */
export interface FileContent {
  fileName: string;
  bytes: Uint8Array;
  /** Decoded as `encodings.ts` says; of an archive or a workbook, nonsense. */
  text: string;
  /** In which the bytes were read, lower case. */
  encoding: string;
  /** An encoding that the file declares and its bytes contradict, or that is not known: such a file is refused. */
  contradicts: string | undefined;
}

/** What the first kilobytes of a file tell. */
export interface Recognised {
  kind: ImportKind;
  /** The message of its standard, such as `camt.053.001.08`, or the broker whose export it is. */
  message?: string;
}

/** What a file is read with. */
export interface Given {
  kind: ImportKind;
  /** The firm's day and time zone. */
  today: Day;
  zone: string;
  /** Keys of instruments excluded by staff. */
  exclude?: readonly string[];
  /** What staff decided about rows that are not understood. */
  decisions?: Decisions;
  /** Whose the file is where it does not say: a client number, typed by who uploads it. */
  account?: string | undefined;
  /** What the firm says of the codes of the banks that keep these accounts; undefined: nothing is known of any bank. */
  findCodes?:
    | ((accounts: readonly string[], format: ImportFormat) => Promise<ReadonlyMap<string, BankCodes>>)
    | undefined;
}

/** With nothing left to a default. */
export type GivenWhole = Required<Omit<Given, "account" | "findCodes">> & Pick<Given, "account" | "findCodes">;

export interface FileFormat {
  name: ImportFormat;
  /** What the file carries, from its first 64 KiB, or from all of a workbook; undefined if it is of another format. Never throws. */
  recognise(start: FileContent): Recognised | undefined;
  /** Kinds as which staff may read such a file besides the one recognised, such as prices out of a statement. */
  readAlsoAs?: readonly ImportKind[];
  /** The file is no text, such as a workbook. */
  isBinary?: boolean;
  /** It reads the bytes of a text itself, so that a large one is not decoded whole. */
  readsBytes?: boolean;
  /** A text in which its sender has lost letters already (U+FFFD, itself valid UTF-8) is read, and marked. */
  readsLostLetters?: boolean;
  /** Its messages stand between control characters, such as those of SWIFT. */
  isFramed?: boolean;
  /** Reads the file; throws `UnreadableFile` if the rest of it cannot be read. */
  read(file: FileContent, given: GivenWhole): Promise<ReadFile>;
}
