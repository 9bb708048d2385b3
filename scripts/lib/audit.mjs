/**
 * The outcome of an audit by what `npm audit --json` wrote: its lines, and the exit code. 1: something high or critical
 * is known. 2: the registry gave no answer, so that nothing is known, which is no better for whoever relies on it.
 */
export function auditOf(stdout) {
  const silent = {
    lines: ['The registry does not answer audits: nothing is known. Ask again, or another one.'],
    code: 2,
  };
  let answer;
  try {
    answer = JSON.parse(stdout);
  } catch {
    return silent;
  }
  const { vulnerabilities } = answer ?? {};
  if (!vulnerabilities) return silent;
  const found = Object.values(vulnerabilities);
  const grave = found.filter(({ severity }) => severity === 'high' || severity === 'critical');
  return {
    lines: [
      ...found.map(({ name, severity, range }) => `${severity}: ${name} ${range}`),
      `Audited: ${found.length} weaknesses, ${grave.length} of them grave.`,
    ],
    code: grave.length > 0 ? 1 : 0,
  };
}
