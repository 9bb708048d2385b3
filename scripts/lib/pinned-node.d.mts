export function requirePinnedNode(version?: string): void;
