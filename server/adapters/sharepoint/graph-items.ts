/** Graph's items (learn.microsoft.com/graph/api/resources/driveitem) as the portal uses them. */
import { z } from "zod";
import type { SharepointItem } from "./sharepoint.ts";

const identity = z.object({ displayName: z.string().nullish() }).nullish();

export const driveItem = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().int().nonnegative().nullish(),
  eTag: z.string().nullish(),
  lastModifiedDateTime: z.iso.datetime({ offset: true }),
  lastModifiedBy: z.object({ user: identity, application: identity }).nullish(),
  parentReference: z.object({ driveId: z.string().nullish(), id: z.string().nullish() }).nullish(),
  folder: z.object({}).nullish(),
  file: z
    .object({
      mimeType: z.string().nullish(),
      hashes: z.object({ quickXorHash: z.string().nullish() }).nullish(),
    })
    .nullish(),
  /** A shortcut to something outside of the library. */
  remoteItem: z.object({}).nullish(),
  malware: z.object({}).nullish(),
});
export type DriveItem = z.infer<typeof driveItem>;

export const children = z.object({ value: z.array(driveItem), "@odata.nextLink": z.string().optional() });

/** The query that asks for these fields. */
export const selected =
  "$select=id,name,size,eTag,lastModifiedDateTime,lastModifiedBy,parentReference,folder,file,remoteItem,malware";

/** Neither a shortcut, which leads to somebody else's folder, nor something without bytes, such as a notebook. */
export const isUsable = ({ remoteItem, file, folder }: DriveItem): boolean => !remoteItem && Boolean(file ?? folder);

export function toItem(driveId: string, item: DriveItem, path: readonly string[]): SharepointItem {
  const isFolder = Boolean(item.folder);
  const { user, application } = item.lastModifiedBy ?? {};
  return {
    driveId,
    itemId: item.id,
    name: item.name,
    path,
    isFolder,
    size: isFolder ? 0 : (item.size ?? 0),
    mediaType: isFolder ? null : (item.file?.mimeType ?? "application/octet-stream"),
    modifiedAt: new Date(item.lastModifiedDateTime).toISOString(),
    modifiedBy: user?.displayName ?? application?.displayName ?? null,
    eTag: item.eTag ?? "",
    isInfected: Boolean(item.malware),
  };
}
