/** A statement as it goes to PostgreSQL. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What `pg.Client.query` was called with, as a statement: its text and values, or both in one object. */
export function sentOf([first, second]: readonly unknown[]): Sent | undefined {
  if (typeof first === 'string') {
    return { text: first, values: Array.isArray(second) ? second : [] };
  }
  if (typeof first !== 'object' || first === null || !('text' in first)) return undefined;
  const { text } = first;
  if (typeof text !== 'string') return undefined;
  const values = 'values' in first && Array.isArray(first.values) ? first.values : [];
  return { text, values };
}
