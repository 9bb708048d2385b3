/** Messages of the driver and our pool about connections; none quotes data. */
const FIXED: ReadonlySet<string> = new Set([
  'the database does not answer',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Cannot use a pool after calling end on the pool',
]);

/** PostgreSQL's error classes whose messages name only tables, columns, constraints and parameters. */
const NAMES_ONLY = /^(08|23|25|28|3D|40|42|53|55|57|58|XX)/;
const PARAMETER = /^unsupported startup parameter/;

/**
 * The message of an error if it cannot quote a customer's data (OPS-16): the database's, without the quotes
 * that may be values, and the operating system's about connections.
 */
export function messageOf(error: Error): string | undefined {
  if (FIXED.has(error.message)) return error.message;
  // An error of a connection or file: it names an address, a port or a path.
  if ('syscall' in error) return error.message;
  if (!('code' in error && typeof error.code === 'string' && 'severity' in error)) return undefined;
  if (NAMES_ONLY.test(error.code) || PARAMETER.test(error.message)) return error.message;
  // Errors of data that does not fit: all quotes and everything after a colon are removed.
  const [start = '', ...rest] = error.message.replace(/"[^"]*"/g, '"…"').split(':');
  return rest.length > 0 ? `${start}: …` : start;
}
