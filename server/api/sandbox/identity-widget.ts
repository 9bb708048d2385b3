import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';

const folder = join(import.meta.dirname, 'websdk');

/** At the paths where the provider's SDK expects them. */
const files = {
  'websdk.html': 'text/html; charset=utf-8',
  'widget.css': 'text/css; charset=utf-8',
  'widget.js': 'text/javascript; charset=utf-8',
} as const;

/** The sandbox's identity widget, which the real SDK shows in its frame. */
export function mountIdentityWidget(app: Hono): void {
  for (const [name, type] of Object.entries(files)) {
    const body = readFileSync(join(folder, name), 'utf8');
    app.get(`/websdk/${name}`, (context) =>
      context.body(body, 200, { 'content-type': type, 'cache-control': 'no-store' }),
    );
  }
}
