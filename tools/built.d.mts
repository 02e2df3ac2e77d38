export function isBuilt(folder?: string): boolean;
export function noteBuilt(folder?: string): void;
