/** The portal's folder, the store for files, the room on the disk, and the folders shared with clients. */
import { constants } from "node:fs";
import { access, realpath, stat, statfs } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import { checkBucket } from "../adapters/files/check-bucket.ts";
import { checkSharepoint } from "../adapters/sharepoint/check-sharepoint.ts";
import { neededBytes } from "../kernel/disk.ts";
import { type CheckParts, found, isTrial, messageOf, withDetail } from "./check.ts";

const megabyte = 1024 * 1024;
const lowBytes = 1024 * megabyte;
const lowPart = 0.05;
/** Listed by the group or by others; passing through is needed where another user runs the database. */
const listedByOthers = 0o044;

/** The folder, or the nearest one above it that is there. */
async function nearest(path: string): Promise<string> {
  for (let at = resolve(path); ; at = dirname(at))
    if (at === dirname(at) || (await stat(at).catch(() => null))) return at;
}

/** The name of the user, or its number where the system has no name for it, as in a container. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "");
  }
}

const isWithin = (path: string, folder: string): boolean => !relative(folder, path).startsWith("..");

async function isTemporary(folder: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => folder);
  return ["/tmp", "/var/tmp", "/dev/shm", tmpdir()].some((temporary) => isWithin(real, temporary));
}

/** What the portal writes in, if it is there already. */
const written = ["", "files", "mail", "sharepoint", "backups"];

async function findUnwritable(dataDir: string): Promise<[path: string, error: unknown] | undefined> {
  for (const name of written) {
    const path = join(dataDir, name);
    const there = await stat(path).then(
      () => path,
      (error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? (name === "" ? nearest(path) : undefined) : path),
    );
    if (there === undefined) continue;
    const refusal = await access(there, constants.W_OK | constants.X_OK).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refusal !== undefined) return [there, refusal];
  }
  return undefined;
}

async function checkFolder(parts: CheckParts): Promise<Finding[]> {
  const { dataDir } = parts.config;
  const user = userName();
  const unwritable = await findUnwritable(dataDir);
  if (unwritable) {
    const [folder, error] = unwritable;
    return [withDetail(found("filesUnwritable", { folder, user }), messageOf(error))];
  }
  const there = await stat(dataDir).catch(() => null);
  if (!there) return [found("filesNotMade", { folder: dataDir })];
  const faults: Finding[] = [];
  if (!isTrial(parts) && (await isTemporary(dataDir))) faults.push(found("filesTemporary", { folder: dataDir }));
  // Root may do everything; the portal's user may not.
  if (process.getuid?.() === 0 && there.uid !== 0) faults.push(found("filesOtherUser", { folder: dataDir, user }));
  if ((there.mode & listedByOthers) !== 0) faults.push(found("filesOpen", { folder: dataDir }));
  return faults.length > 0 ? faults : [found("filesRight", { folder: dataDir, user })];
}

export async function checkFiles(parts: CheckParts): Promise<Finding[]> {
  const { filesS3 } = parts.config;
  const folder = checkFolder(parts);
  if (!filesS3) return folder;
  const { bucket } = filesS3;
  const problem = await checkBucket(filesS3);
  const answer =
    problem === null ? found("filesBucketRight", { bucket }) : withDetail(found("filesBucket", { bucket }), problem);
  return [answer, ...(await folder)];
}

export async function checkDisk({ config: { dataDir } }: CheckParts): Promise<Finding[]> {
  const folder = await nearest(dataDir);
  const disk = await statfs(folder).catch(() => null);
  if (!disk || disk.blocks === 0) return [found("diskUnknown", { folder })];
  const bytes = disk.bavail * disk.bsize;
  const free = String(Math.floor(bytes / megabyte));
  // Some systems make room for names as they need it, and say 0 of 0.
  if (disk.files > 0 && disk.ffree < 100) return [found("diskNames", { folder })];
  if (bytes < neededBytes) return [found("diskFull", { folder, free })];
  const part = disk.bavail / disk.blocks;
  const percent = String(Math.floor(part * 100));
  const isLow = bytes < lowBytes || (part < lowPart && bytes < 20 * lowBytes);
  return [found(isLow ? "diskLow" : "diskRight", { folder, free, percent })];
}

export async function checkClientFolders({ config: { sharepoint, dataDir } }: CheckParts): Promise<Finding[]> {
  if (!sharepoint) return [found("sharepointUnused", { folder: join(dataDir, "sharepoint") })];
  // Read only: what is deleted there stays in a recycle bin.
  const problem = await checkSharepoint(sharepoint, { writes: false });
  const { site } = sharepoint;
  return [problem === null ? found("sharepointRight", { site }) : withDetail(found("sharepointWrong"), problem)];
}
