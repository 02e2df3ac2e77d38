/** A custodian's folder as the portal looks into it. */
import type { PickupConnection } from "@portico/api/pickups/settings.ts";
import type { SftpOptions } from "../../../adapters/sftp/sftp.ts";

/** How it is read and named. */
export interface Folder {
  source: string;
  custodianId: number;
  /** The custodian's name. */
  name: string;
  automatic: boolean;
  connection: PickupConnection;
}

export const sourceOfCustodian = (custodianId: number): string => `sftp/${custodianId}`;

/** As staff read it. */
export const placeOf = ({ user, host, port, folder }: PickupConnection): string =>
  `${user}@${host}:${port}${folder.startsWith("/") ? "" : "/"}${folder}`;

export const pathOf = (folder: string, name: string): string => `${folder.replace(/(?<!\/)\/+$/, "")}/${name}`;

/** So long may signing in take, and a whole look with what is read. */
const limits = { connectMs: 20_000, longestMs: 20 * 60_000 };

export const sftpOptions = (
  { host, port, user, fingerprint }: PickupConnection,
  secret: SftpOptions["secret"],
): SftpOptions => ({ host, port, user, fingerprint, secret, ...limits });
