/**
 * Port to the folders that the firm shares with its clients, one per client number: on its SharePoint, or in a folder of
 * DATA_DIR.
 */
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Config } from "../../kernel/config.ts";
import { createFolderSharepoint } from "./folder-sharepoint.ts";
import { createGraphSharepoint } from "./graph-sharepoint.ts";

/** A file or folder below the root, which contains the clients' folders. */
export interface SharepointItem {
  driveId: string;
  itemId: string;
  name: string;
  /** Names from the root's child to the item itself. */
  path: readonly string[];
  isFolder: boolean;
  /** Bytes; 0 for a folder. */
  size: number;
  /** Null for a folder. */
  mediaType: string | null;
  /** ISO 8601 UTC. */
  modifiedAt: string;
  modifiedBy: string | null;
  /** Changes with the item. */
  eTag: string;
  /** SharePoint found malware in it and does not hand it out. */
  isInfected: boolean;
}

export interface NewFile {
  /** One that SharePoint allows (api/rules/sharepoint-names.ts). */
  name: string;
  mediaType: string;
  content: Buffer;
}

/**
 * Every function throws the refusal `sharepointAway` if SharePoint cannot be reached or does not work. Nothing is ever
 * overwritten, and each function may be repeated.
 */
export interface Sharepoint {
  /** The item at a path below the root; null if there is none. */
  find(path: readonly string[]): Promise<SharepointItem | null>;
  /** The item with an id, its path walked by the ids of its ancestors; null for anything that is not below the root. */
  get(driveId: string, itemId: string): Promise<SharepointItem | null>;
  /** A page of what is in the folder; `next` leads to the following page. */
  list(folder: SharepointItem, cursor?: string): Promise<{ items: SharepointItem[]; next: string | null }>;
  /** The bytes of a file from `start` to before `end`. */
  open(file: SharepointItem, start: number, end: number): Readable;
  /**
   * Stores a file under its name, or with a number behind the name if that is taken. Content that is there under such a
   * name is not stored again: `already`. Throws `sharepointFull`, or `fileRefused` if SharePoint finds malware.
   */
  upload(folder: SharepointItem, file: NewFile): Promise<{ item: SharepointItem; already: boolean }>;
  /** The folder of that name in the root, made if there is none. */
  makeFolder(name: string): Promise<SharepointItem>;
  /** Names of all folders in the root. */
  folderNames(): AsyncIterable<string>;
  /** Throws if the root cannot be reached: an `ExplainedFailure` where the reason is known. */
  check(): Promise<void>;
}

/** The clients' folders of a portal without SharePoint; included in backups. */
export const sharepointFolder = (dataDir: string): string => join(dataDir, "sharepoint");

export const createSharepoint = ({ config }: { config: Pick<Config, "dataDir" | "sharepoint"> }): Sharepoint =>
  config.sharepoint
    ? createGraphSharepoint(config.sharepoint)
    : createFolderSharepoint(sharepointFolder(config.dataDir));
