/** What the driver and our pool say of a connection; none of it quotes anything. */
const FIXED: ReadonlySet<string> = new Set([
  'the database does not answer',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
]);

/** PostgreSQL's classes whose messages name only tables, columns, constraints and parameters. */
const NAMES_ONLY = /^(08|23|25|28|3D|40|42|53|55|57|58|XX)/;
const PARAMETER = /^unsupported startup parameter/;

/**
 * The message of an error where it cannot quote what a customer sent (OPS-16): the database's own, with
 * what it quotes left out wherever that may be a value, and the operating system's about connections.
 */
export function messageOf(error: Error): string | undefined {
  if (FIXED.has(error.message)) return error.message;
  // Of a connection or a file: an address, a port, a path.
  if ('syscall' in error) return error.message;
  if (!('code' in error && typeof error.code === 'string' && 'severity' in error)) return undefined;
  if (NAMES_ONLY.test(error.code) || PARAMETER.test(error.message)) return error.message;
  // Of data that does not fit: everything quoted, and all after a colon.
  return error.message.replace(/"[^"]*"/g, '"…"').replace(/:.*$/s, ': …');
}
