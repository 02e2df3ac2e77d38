/** Folders and sources that the portal reads by itself. Without zod, so that pages may load it. */

export const pickupLimits = { connections: 50, shownFiles: 50, fileBytes: 80 * 1024 * 1024 } as const;

export const pickupFileStates = ["seen", "taken", "moved", "left"] as const;
export type PickupFileState = (typeof pickupFileStates)[number];

/** Why a file of a folder is not read, or is moved without an import. Wording: `admin.pickups.reason.<reason>`. */
export const pickupReasons = [
  "vanished",
  "changedAfterwards",
  "tooLarge",
  "unfitName",
  "sameContent",
  "setAside",
  "notUnpacked",
  "noTarget",
] as const;
export type PickupReason = (typeof pickupReasons)[number];

/** Why a source cannot be read. Wording: `admin.pickups.failure.<code>`. */
export const pickupFailures = [
  "hostKeyChanged",
  "signIn",
  "keyUnusable",
  "noSecret",
  "hostUnknown",
  "unreachable",
  "slow",
  "cut",
  "folderMissing",
  "notAllowed",
  "badAnswer",
  "other",
] as const;
export type PickupFailure = (typeof pickupFailures)[number];

/** Why a person decides about a file that was read. Wording: `admin.pickups.waits.<reason>`. */
export const personReasons = [
  "refused",
  "remarks",
  "undecided",
  "questions",
  "quotes",
  "doesNotClose",
  "differences",
  "openingBalances",
  "cashBelowZero",
  "transfers",
  "changed",
  "notAutomatic",
] as const;
export type PersonReason = (typeof personReasons)[number];

/** As OpenSSH prints the hash of a host's key. */
export const fingerprintForm = /^SHA256:[A-Za-z0-9+/]{43}$/;
/** A name or address of a host; no port, no user. */
export const hostForm = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
export const timeForm = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Looks that fail before the office is told; a changed host key is told at once. */
export const failuresBeforeAlarm = 3;
