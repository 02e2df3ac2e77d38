/** Rules of machines' keys. */
export const machineLimits = {
  name: 80,
  /** Networks of one key. */
  addresses: 20,
  scopes: 100,
  /** Keys that did not end. */
  keys: 100,
  leastRate: 10,
  mostRate: 60_000,
  mostDays: 730,
  /** The former secret of a rotated key works for so long at most. */
  overlapHours: 168,
} as const;

/** Days before a key's end at which administrators are told. */
export const announcedDays = [30, 7, 1] as const;

/**
 * `waiting` for a second administrator; `stopped`: the person who answers for it is not staff any more; `exposed`: it came in an
 * address.
 */
export const machineKeyStates = ["waiting", "active", "stopped", "expired", "revoked", "declined", "exposed"] as const;
export type MachineKeyState = (typeof machineKeyStates)[number];

/** An address or a network (CIDR) by its letters alone: the server reads it. */
export const networkForm = /^[0-9a-fA-F.:]{2,45}(?:\/\d{1,3})?$/;
