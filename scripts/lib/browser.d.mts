export const PATIENCE_MS: number;
export function findBrowser(): string | undefined;
export function findHeadlessShell(): string | undefined;
export const browserArguments: readonly string[];
