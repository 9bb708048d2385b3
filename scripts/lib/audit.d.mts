export function auditOf(stdout: string): { lines: string[]; code: number };
