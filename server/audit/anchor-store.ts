/**
 * Where anchors are kept outside the database: beside the files, in the bucket if there is one, so that every process finds
 * those of all.
 */
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PQueue from "p-queue";
import { openBucket } from "../adapters/files/s3-store.ts";
import type { Config } from "../kernel/config.ts";
import type { S3Settings } from "../kernel/config-outside.ts";
import type { Anchor } from "./verify.ts";

type Place = Pick<Config, "dataDir" | "filesS3">;

/** One anchor per line; operators copy the file to a place that database users cannot write. */
export const anchorFile = (dataDir: string): string => join(dataDir, "audit-anchors.jsonl");

/** One object per anchor: objects cannot be appended to, and a store can keep each from being changed. */
const folderIn = ({ prefix }: S3Settings): string => `${prefix}audit-anchors/`;

/** Keeps the anchor. In the bucket its name is the time, so that names are in order. */
export async function storeAnchor({ dataDir, filesS3 }: Place, anchor: Anchor, at: Date): Promise<void> {
  const line = `${JSON.stringify({ at: at.toISOString(), ...anchor })}\n`;
  if (filesS3) {
    const name = `${at.toISOString().replaceAll(":", "-")}.json`;
    await openBucket(filesS3).putObject(folderIn(filesS3) + name, line, "application/json");
  } else {
    await mkdir(dataDir, { recursive: true });
    await appendFile(anchorFile(dataDir), line, { mode: 0o600 });
  }
}

/** The anchors in a file, one a line. */
export const anchorsIn = (text: string): Anchor[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Anchor);

const readAtOnce = 16;

async function readBucket(settings: S3Settings): Promise<Anchor[]> {
  const bucket = openBucket(settings);
  const queue = new PQueue({ concurrency: readAtOnce });
  const anchors: Anchor[] = [];
  for (let next: string | undefined, page = 1; page === 1 || next !== undefined; page += 1) {
    const listed = await bucket.listObjectsPaged("/", folderIn(settings), 1000, next);
    await queue.addAll(
      (listed?.objects ?? []).map(({ Key }) => async () => {
        anchors.push(...anchorsIn((await bucket.getObject(Key)) ?? ""));
      }),
    );
    next = listed?.nextContinuationToken;
  }
  return anchors;
}

/** Every kept anchor: those of the bucket, and of the file from before there was one. */
export async function readAnchors({ dataDir, filesS3 }: Place): Promise<Anchor[]> {
  const text = await readFile(anchorFile(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return [...anchorsIn(text), ...(filesS3 ? await readBucket(filesS3) : [])];
}
