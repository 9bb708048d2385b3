export function changedSince(ref: string): string[];
export function reachesJourneys(files: readonly string[]): boolean;
