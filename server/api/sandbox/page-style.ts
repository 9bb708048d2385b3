import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const kit = join(import.meta.dirname, '..', '..', '..', 'src', 'ui', 'kit');

const files = [
  ...[
    ...['tokens', 'base', 'shell', 'buttons', 'fields', 'choices', 'surfaces', 'feedback'],
    'preferences',
  ].map((name) => join(kit, `${name}.css`)),
  join(import.meta.dirname, 'page.css'),
];

let known: string | undefined;

/** The design tokens, the kit and the page's own rules. Read when the first page is served. */
export function sandboxStyle(): string {
  known ??= files.map((file) => readFileSync(file, 'utf8')).join('\n');
  return known;
}
