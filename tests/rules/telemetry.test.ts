import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createParties } from '#server/adapters/parties.ts';
import { movableClock } from '#server/base/clock.ts';
import { silentLog } from '#server/base/log.ts';
import { readConfig } from '#server/config.ts';
import { conditions } from '#server/platform/conditions.ts';
import type { Schema } from '#server/store/schema/schema.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';

const root = resolve(import.meta.dirname, '..', '..');
const operating = (name: string): string =>
  readFileSync(join(root, 'docs', 'operating', name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
const { groups }: { readonly groups: readonly { readonly rules: readonly Rule[] }[] } = parse(
  operating('alerts.yml'),
);
const rules = groups.flatMap((group) => group.rules);

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}
const board: { readonly panels: readonly Panel[] } = JSON.parse(operating('grafana.json'));
const shown = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** The names of metrics in an expression. */
const namedIn = (expression: string): readonly string[] =>
  expression.replace(/"[^"]*"/g, '').match(/\b(?:kopa|nodejs|process)_\w+/g) ?? [];

/** The metric to which a series belongs: queries name a histogram by its parts. */
const whole = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '');

let exported: ReadonlySet<string>;
beforeAll(async () => {
  // A database without a server: every query returns no rows.
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const read = readConfig({ SEED: 'none' });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const clock = movableClock();
  const parties = createParties(read.config.parties, { db, log: silentLog, now: clock.now });
  const text = await createMetrics({
    deps: { db, clock, parties, log: silentLog, config: read.config },
    told: conditions(silentLog),
    poolUse: () => undefined,
    version: '',
    build: '',
  }).text();
  exported = new Set([...text.matchAll(/^# HELP (\w+)/gm)].map(([, name = '']) => name));
});

test('OPS-07 alerts and dashboard use only metrics that the server exports', () => {
  expect(rules.length).toBeGreaterThan(15);
  expect(shown.length).toBeGreaterThan(12);
  for (const expression of [...rules.map(({ expr }) => expr), ...shown]) {
    const names = namedIn(expression).map(whole);
    // `up` is a metric of Prometheus itself.
    expect(names.length > 0 || expression.startsWith('up{'), expression).toBe(true);
    for (const name of names) expect([...exported], expression).toContain(name);
  }
  expect(namedIn('rate(kopa_new_total{call="kopa_old"}[5m])')).toEqual(['kopa_new_total']);
});

test('OPS-07 docs/operating/telemetry.md lists exactly the metrics of our own', () => {
  const told = operating('telemetry.md').matchAll(/^\| `(kopa_\w+)` \|/gm);
  const ours = [...exported].filter((name) => name.startsWith('kopa_'));
  expect(ours.length).toBeGreaterThan(15);
  expect([...told].map(([, name]) => name).sort()).toEqual(ours.sort());
});

test('OPS-07 every metric of our own but one is on the dashboard or has an alert', () => {
  const used = new Set([...shown, ...rules.map(({ expr }) => expr)].flatMap(namedIn).map(whole));
  const ours = [...exported].filter((name) => name.startsWith('kopa_'));
  expect(ours.filter((name) => !used.has(name))).toEqual(['kopa_set_aside_oldest_seconds']);
});

test('OPS-07 each alert has an urgency and a section in the runbook, which has no other sections', () => {
  const pages = [...operating('runbook.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(rules.map(({ alert }) => alert).sort()).toEqual([...pages].sort());
  for (const { alert, labels, annotations } of rules) {
    expect(['page', 'look'], alert).toContain(labels.severity);
    expect(annotations.summary.length, alert).toBeGreaterThan(0);
    expect(annotations.runbook).toBe(`docs/operating/runbook.md#${alert.toLowerCase()}`);
  }
});

const CASES = join('tests', 'rules', 'alerts.promtool.yml');

test('OPS-07 the cases of promtool make each alert fire', () => {
  const text = readFileSync(join(root, CASES), 'utf8');
  const firing = [...text.matchAll(/\{alertname="(\w+)"\}/g)].map(([, name]) => name);
  expect(firing.sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

const promtool = (...args: readonly string[]) =>
  spawnSync('promtool', args, { cwd: root, encoding: 'utf8', timeout: 50_000 });

test('OPS-07 promtool accepts the alerts: they fire in their cases and are silent while all is well', (context) => {
  const version = promtool('--version');
  context.skip(version.error !== undefined, 'promtool is not installed (Debian: prometheus)');
  const checked = promtool('check', 'rules', join('docs', 'operating', 'alerts.yml'));
  expect(checked.stderr + checked.stdout).toContain(`SUCCESS: ${rules.length} rules found`);
  const tried = promtool('test', 'rules', CASES);
  expect(tried.stderr + tried.stdout).toContain('SUCCESS');
  expect(tried.status).toBe(0);
});
