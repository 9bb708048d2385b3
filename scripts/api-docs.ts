import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GenericSchema } from 'valibot';
import { type AnyEndpoint, API_BASE } from '#core/contract/endpoint.ts';
import { endpoints } from '#core/contract/endpoints.ts';

const file = join(import.meta.dirname, '..', 'docs', 'api.md');

/** The properties of a valibot schema that describe its values. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly options?: readonly (Shape | string | number)[];
  readonly literal?: unknown;
}

const isOptional = ({ type }: Shape): boolean => type === 'optional' || type === 'exact_optional';

/** A schema's type in the notation of TypeScript, for a cell of a Markdown table. */
function typeOf(shape: Shape): string {
  const { type, entries, item, wrapped, options = [], literal } = shape;
  switch (type) {
    case 'object':
      return fieldsOf(entries ?? {});
    case 'array':
      return item ? `${typeOf(item)}[]` : 'unknown[]';
    case 'optional':
    case 'exact_optional':
      return wrapped ? typeOf(wrapped) : 'unknown';
    case 'nullable':
      return wrapped ? `${typeOf(wrapped)} \\| null` : 'null';
    case 'literal':
      return JSON.stringify(literal);
    case 'picklist':
      return options.map((one) => JSON.stringify(one)).join(' \\| ');
    case 'union':
    case 'variant':
      return options.map((one) => (typeof one === 'object' ? typeOf(one) : one)).join(' \\| ');
    default:
      return type;
  }
}

const fieldsOf = (entries: Readonly<Record<string, Shape>>): string => {
  const fields = Object.entries(entries).map(
    ([name, shape]) => `${name}${isOptional(shape) ? '?' : ''}: ${typeOf(shape)}`,
  );
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
};

const shapeOf = (schema: GenericSchema): Shape => schema as unknown as Shape;

const who: Readonly<Record<AnyEndpoint['access'], string>> = {
  anonymous: 'anybody',
  session: 'any signed-in account',
  user: 'a customer',
  admin: 'an administrator',
  compliance: 'an officer',
};

const section = ([name, endpoint]: readonly [string, AnyEndpoint]): string => `## ${name}

\`POST ${API_BASE}${endpoint.path}\` · ${who[endpoint.access]} · ${endpoint.effect}

| | |
| --- | --- |
| request | ${typeOf(shapeOf(endpoint.request))} |
| answer | ${typeOf(shapeOf(endpoint.answer))} |
`;

/** The text of docs/api.md. */
export const apiText = (): string => `# API

Made from \`src/core/contract\` by \`npm run docs:api\`, and checked by a test. Every call is a POST whose body
and answer are sealed by the envelope (SECURITY.md). A refusal has \`status: "error"\`, a \`code\` and a
\`message\`. A call with the effect \`money\` carries an \`Idempotency-Key\` header.

${Object.entries(endpoints).map(section).join('\n')}`;

if (process.argv[1] === import.meta.filename) writeFileSync(file, apiText());
