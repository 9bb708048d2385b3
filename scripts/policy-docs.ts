import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as policy from '#server/policy.ts';
import { type DescribedNumber, numbers, sharedNumbers } from '#server/policy-described.ts';

const file = join(import.meta.dirname, '..', 'docs', 'policy.md');

const HOUR = 3600;

/** As the code has it, grouped by thousands; of several, each with its name. */
const valueText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint'
    ? value.toLocaleString('en')
    : Object.entries(Object(value))
        .map(([name, one]) => `${name} ${valueText(one)}`)
        .join(', ');

/** What a person reads: many seconds are said in hours. */
const amountText = (value: unknown, unit: string): string =>
  unit === 'seconds' && typeof value === 'number' && value >= HOUR
    ? `${valueText(value / HOUR)} hours`
    : `${valueText(value)} ${unit}`;

const row = (name: string, value: unknown, { unit, what, by, confirms }: DescribedNumber): string =>
  `| \`${name}\` | ${amountText(value, unit)} | ${what} | ${by} | ${confirms} |`;

const rows = Object.entries(numbers).map(([name, about]) => row(name, Object(policy)[name], about));
const sharedRows = sharedNumbers.map((about) => row(about.name, about.value, about));
const head = `| name | number | what it is | by | confirmed by |
| --- | --- | --- | --- | --- |`;

/** The text of docs/policy.md. */
export const policyText = (): string => `# The company's numbers

Made from \`server/policy.ts\` and \`server/policy-described.ts\` by \`scripts/policy-docs.ts\`, and checked by a test.
Each names the legal document, the requirement or the decision that it keeps, and who confirms a change of it. What an
operator sets for a deployment is in [configuration.md](operating/configuration.md); minimums and fees of networks
and pairs are rows of the database ([offer.md](offer.md)).

${head}
${rows.join('\n')}

Pages know these, too, so they stand in \`src/core\` (${[
  ...new Set(sharedNumbers.map((about) => `\`${about.file}\``)),
].join(', ')}):

${head}
${sharedRows.join('\n')}
`;

if (process.argv[1] === import.meta.filename) writeFileSync(file, policyText());
