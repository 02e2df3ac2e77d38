/**
 * The clients' folders in a folder of DATA_DIR, for a firm without SharePoint. An id is the encoded path, checked again
 * whenever it comes back: no id leads out of the root. Symbolic links count as absent.
 */
import { createHash, randomUUID } from "node:crypto";
import { constants, createReadStream, type Stats } from "node:fs";
import { link, lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { isSharepointName } from "@portico/api/rules/sharepoint-names.ts";
import PQueue from "p-queue";
import { Refusal } from "../../kernel/refusal.ts";
import { folded, maxSameName, numbered } from "./file-names.ts";
import type { Sharepoint, SharepointItem } from "./sharepoint.ts";

const driveId = "folder";
const pageItems = 200;
/** A file that is being written; `~` begins no allowed name. */
const unfinished = (): string => `~${randomUUID()}.part`;

const mediaTypes: Record<string, string> = {
  ".pdf": "application/pdf",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".csv": "text/csv",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

const idOf = (path: readonly string[]): string => Buffer.from(path.join("/")).toString("base64url");

/** The path in an id; null if it is not exactly what `idOf` makes of a path. */
function pathOf(itemId: string): readonly string[] | null {
  const path = Buffer.from(itemId, "base64url").toString("utf8").split("/");
  return idOf(path) === itemId && path.every(isSharepointName) ? path : null;
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;
const isGone = (error: unknown): boolean => ["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(String(codeOf(error)));

function describe(path: readonly string[], stats: Stats): SharepointItem {
  const name = path.at(-1) ?? "";
  const isFolder = stats.isDirectory();
  const eTag = createHash("sha256").update(`${stats.ino} ${stats.mtimeMs} ${stats.size}`).digest("hex").slice(0, 32);
  return {
    driveId,
    itemId: idOf(path),
    name,
    path,
    isFolder,
    size: isFolder ? 0 : stats.size,
    mediaType: isFolder ? null : (mediaTypes[extname(name).toLowerCase()] ?? "application/octet-stream"),
    modifiedAt: stats.mtime.toISOString(),
    modifiedBy: null,
    eTag,
    isInfected: false,
  };
}

/** Finds what is in the root by paths, whose names may be written otherwise than they are there. */
function createTree(root: string) {
  const placeOf = (path: readonly string[]): string => join(root, ...path);

  /** What is in a folder, by names that are one. */
  const namesIn = async (folder: readonly string[]): Promise<Map<string, string>> =>
    new Map((await readdir(placeOf(folder))).toSorted().map((name) => [folded(name), name]));

  /** The name as it is there: one that differs in case, or in how marks are encoded, is the same. */
  async function nameThere(folder: readonly string[], name: string): Promise<string | undefined> {
    const isThere = await lstat(placeOf([...folder, name])).then(
      () => true,
      (error: unknown) => {
        if (isGone(error)) return false;
        throw error;
      },
    );
    return isThere ? name : (await namesIn(folder)).get(folded(name));
  }

  async function find(asked: readonly string[]): Promise<SharepointItem | null> {
    if (asked.length === 0 || !asked.every(isSharepointName)) return null;
    const path: string[] = [];
    let stats: Stats | undefined;
    try {
      // Each folder on the way: a link in the middle leads out as well.
      for (const name of asked) {
        const there = await nameThere(path, name);
        if (there === undefined) return null;
        path.push(there);
        stats = await lstat(placeOf(path));
        const isLast = path.length === asked.length;
        if (!stats.isDirectory() && !(isLast && stats.isFile())) return null;
      }
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
    return stats ? describe(path, stats) : null;
  }

  return { placeOf, namesIn, find };
}

/** Stores files, each under a name that is free. */
function createStore({ placeOf, namesIn, find }: ReturnType<typeof createTree>) {
  /** Whether a file of the folder has the content. */
  async function hasContent({ isFolder, size, path }: SharepointItem, content: Buffer): Promise<boolean> {
    return !isFolder && size === content.length && content.equals(await readFile(placeOf(path)));
  }

  /** Writes the file unless something has its name; null if so. */
  async function writeNew(path: readonly string[], content: Buffer): Promise<SharepointItem | null> {
    const half = placeOf([...path.slice(0, -1), unfinished()]);
    try {
      await writeFile(half, content, { flag: "wx", mode: 0o600, flush: true });
      await link(half, placeOf(path));
      return await find(path);
    } catch (error) {
      if (codeOf(error) === "EEXIST") return null;
      throw error;
    } finally {
      await rm(half, { force: true });
    }
  }

  return async function store(folder: readonly string[], name: string, content: Buffer) {
    const taken = await namesIn(folder);
    const free: string[][] = [];
    // All of its copies: one before the same content may have been removed.
    for (let number = 1; number <= maxSameName; number += 1) {
      const wanted = numbered(name, number, { inBytes: true });
      const there = taken.get(folded(wanted));
      const item = there === undefined ? null : await find([...folder, there]);
      if (there === undefined) free.push([...folder, wanted]);
      else if (item && (await hasContent(item, content))) return { item, already: true };
    }
    for (const path of free) {
      const made = await writeNew(path, content);
      if (made) return { item: made, already: false };
    }
    throw new Refusal("nameInUse");
  };
}

/** `root` is made when it is first needed. */
export function createFolderSharepoint(root: string): Sharepoint {
  const tree = createTree(root);
  const { placeOf, find } = tree;
  const store = createStore(tree);
  /** One upload after another: the file system itself tells names apart that are one here. */
  const uploads = new PQueue({ concurrency: 1 });

  return {
    find,
    async get(drive, itemId) {
      const path = drive === driveId ? pathOf(itemId) : null;
      return path && find(path);
    },
    async list({ path }, cursor = "") {
      const found = await readdir(placeOf(path), { withFileTypes: true });
      const names = found
        .filter((entry) => (entry.isFile() || entry.isDirectory()) && isSharepointName(entry.name))
        .map(({ name }) => name)
        .filter((name) => name > cursor)
        .toSorted();
      const page = names.slice(0, pageItems);
      const items = await Promise.all(page.map((name) => find([...path, name])));
      return {
        // One may have been removed meanwhile.
        items: items.filter((item) => item !== null),
        next: names.length > page.length ? (page.at(-1) ?? null) : null,
      };
    },
    open: ({ path, size }, start, end) =>
      Math.min(end, size) <= start
        ? Readable.from([])
        : createReadStream(placeOf(path), {
            // biome-ignore lint/suspicious/noBitwiseOperators: flags of open(2)
            flags: (constants.O_RDONLY | constants.O_NOFOLLOW) as unknown as string,
            start,
            end: Math.min(end, size) - 1,
          }),
    upload: (folder, { name, content }) => uploads.add(() => store(folder.path, name.normalize("NFC"), content)),
    async *folderNames() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      for (const entry of await readdir(root, { withFileTypes: true })) if (entry.isDirectory()) yield entry.name;
    },
    async makeFolder(name) {
      if (!isSharepointName(name)) throw new Error("No folder may have the name");
      await mkdir(placeOf([name]), { recursive: true, mode: 0o700 });
      const made = await find([name]);
      if (!made?.isFolder) throw new Error(`${name} is not a folder`);
      return made;
    },
    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 });
    },
  };
}
