import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './paths.mjs';

const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;]*m`, 'g');

const plain = (text) => String(text ?? '').replace(COLOURS, '');

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** A runner that exits with an error but reports no failed test counts as one failure. */
const atLeastOne = (counts, code) =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

/** Counts of a vitest JSON report. A file that does not load counts as one failed test. */
export function vitestCounts(file, code) {
  const report = readJson(file);
  if (!report) return { passed: 0, failed: 1 };
  const details = [];
  let broken = 0;
  for (const suite of report.testResults) {
    const failures = suite.assertionResults.filter((test) => test.status === 'failed');
    if (suite.status === 'failed' && failures.length === 0) {
      broken += 1;
      details.push(`${relative(root, suite.name)}\n${plain(suite.message)}`);
    }
    for (const test of failures) {
      const why = plain(test.failureMessages.join('\n')).split('\n').slice(0, 12).join('\n');
      details.push(`${relative(root, suite.name)} › ${test.fullName}\n${why}`);
    }
  }
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
    details,
  };
  return atLeastOne(counts, code);
}

function* specsOf(suite) {
  yield* suite.specs ?? [];
  for (const inner of suite.suites ?? []) yield* specsOf(inner);
}

/** Counts of a Playwright JSON report. There are no retries, so no test is “flaky”. */
export function playwrightCounts(file, code) {
  const report = readJson(file);
  if (!report) return { passed: 0, failed: 1 };
  const details = report.errors.map((error) => plain(error.message));
  for (const suite of report.suites) {
    for (const spec of specsOf(suite)) {
      if (spec.ok) continue;
      // A spec has one test for each project that ran it.
      for (const { projectName, status, results } of spec.tests) {
        if (status !== 'unexpected' && status !== 'flaky') continue;
        const why = plain(results.at(-1)?.error?.message).split('\n').slice(0, 20).join('\n');
        details.push(`${spec.file}:${spec.line} (${projectName}) › ${spec.title}\n${why}`);
      }
    }
  }
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  return atLeastOne({ passed: expected, failed, skipped, details }, code);
}

/** Counts of the results of `lhci assert`: each assertion about a page counts as one. */
export function lighthouseCounts(file, code) {
  const results = readJson(file);
  if (!results) return { passed: 0, failed: 1 };
  const missed = results.filter((result) => !result.passed);
  // A missed goal is reported and does not count as passed, but only an error fails the run.
  const failures = missed.filter(({ level }) => level !== 'warn');
  const details = missed.map(
    ({ level, url, auditId, auditProperty, expected, actual }) =>
      `${level === 'warn' ? 'goal missed: ' : ''}${new URL(url).pathname} ` +
      `${[auditId, auditProperty ?? []].flat().join(' ')}: ${actual}, at least ${expected} expected`,
  );
  const counts = { passed: results.length - missed.length, failed: failures.length, details };
  return atLeastOne(counts, code);
}
