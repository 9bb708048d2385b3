import { readConfig } from '#server/config.ts';
import {
  type Incident,
  incidentIn,
  type Stretch,
  type Touched,
} from '#server/services/staff/admin/incident.ts';
import { nameOf, openForTool } from '#server/store/open.ts';
import { operatorCommand } from './operator-command.ts';

/** `npm run incident -- FROM TO`: what an outage affected, from the records of the configured database. */
const USAGE = `npm run incident -- FROM TO
FROM and TO are moments with their zone, such as 2026-11-24T14:05:00Z or 2026-11-24T16:05:00+02:00.`;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function stretchOf([from, to, ...more]: readonly string[]): Stretch | undefined {
  if (!(from && to && MOMENT.test(from) && MOMENT.test(to)) || more.length > 0) return undefined;
  const stretch = { from: new Date(from), to: new Date(to) };
  return stretch.from < stretch.to ? stretch : undefined;
}

const lasting = (seconds: number): string => {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  return (
    parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ') || '0 s'
  );
};

function lineOf({ what, customers, operations, sums, longestSeconds }: Touched): string {
  const amounts = Object.entries(sums).map(([currency, sum]) => `${sum} ${currency}`);
  const told = [
    `${operations} of ${customers} customers`,
    ...amounts,
    ...(longestSeconds === undefined ? [] : [`the longest ${lasting(longestSeconds)}`]),
  ];
  return `  ${what}: ${operations === 0 ? 'none' : told.join(', ')}`;
}

const reportOf = ({ from, to }: Stretch, where: string, incident: Incident): string =>
  [
    `From ${from.toISOString()} to ${to.toISOString()}: ${lasting((to.getTime() - from.getTime()) / 1000)}.`,
    `Read the ${where}.`,
    `Customers touched: ${incident.customers}.`,
    ...incident.touched.map(lineOf),
    `  longest time without an entry in the books: ${lasting(incident.quietSeconds)}`,
    'Calls that reached no server are not in the database: count them in the log of the proxy.',
  ].join('\n');

async function run(args: readonly string[]): Promise<string> {
  const stretch = stretchOf(args);
  if (!stretch) throw new Error(USAGE);
  const read = readConfig(process.env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const store = await openForTool(read.config);
  try {
    const incident = await store.unhurried((db) => incidentIn(db, stretch));
    return reportOf(stretch, nameOf(read.config), incident);
  } finally {
    await store.close();
  }
}

await operatorCommand(async () => {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`);
  return true;
});
