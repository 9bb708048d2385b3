import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { build, type Plugin, type Rolldown } from 'vite';
import { developmentKey } from '#core/envelope/development-key.ts';
import type { Globals } from './globals.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/**
 * Loaded anew for each actor, with all they import: state of a module is a process's or a tab's own.
 * These are not part of it; `require` decides what each of them is.
 */
const outside = [
  /^node:/,
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'pg',
  'web-push',
  'nodemailer',
  '@opentelemetry/api',
];

/** Every free name that is not the language's own is the world's. */
const shadowed = [
  ...['Date', 'Math', 'performance', 'crypto', 'AbortSignal', 'globalThis', 'global', 'fetch'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'],
  ...['clearImmediate', 'process', 'window', 'self', 'document', 'navigator', 'location'],
  ...['localStorage', 'sessionStorage', 'indexedDB', 'matchMedia', 'history', 'caches'],
  ...['requestAnimationFrame', 'requestIdleCallback', 'addEventListener', 'WebSocket'],
  ...['BroadcastChannel', 'MessageChannel', 'Worker', 'XMLHttpRequest'],
];

/** Makes one more instance of a program in its part of the world. */
export type Load<Program> = (globals: Globals, require: (name: string) => unknown) => Program;

/** A piece of a file that is to be another one: a fault planted to see that it is found. */
export interface Patch {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

function patching(patches: readonly Patch[]): Plugin {
  const left = new Set(patches);
  return {
    name: 'planted faults',
    enforce: 'pre',
    transform(code, id) {
      let text = code;
      for (const patch of patches) {
        if (!id.endsWith(patch.file) || !text.includes(patch.from)) continue;
        text = text.replace(patch.from, () => patch.to);
        left.delete(patch);
      }
      return text === code ? undefined : text;
    },
    closeBundle() {
      const [lost] = left;
      if (lost) throw new Error(`${lost.file} no longer has: ${lost.from}`);
    },
  };
}

/** Production code from an entry of this folder, as one function of everything it is not to share. */
export async function bundle<Program>(
  entry: string,
  runsIn: 'server' | 'browser',
  patches: readonly Patch[] = [],
): Promise<Load<Program>> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [patching(patches)],
    define: {
      __TRANSPORT_KEY__: JSON.stringify(developmentKey.key),
      __TRANSPORT_IV__: JSON.stringify(developmentKey.iv),
      'process.env.NODE_ENV': '"production"',
    },
    ssr: { noExternal: true, target: runsIn === 'server' ? 'node' : 'webworker' },
    build: {
      ssr: join(import.meta.dirname, '..', entry),
      write: false,
      minify: false,
      rolldownOptions: { external: outside, output: { format: 'cjs', codeSplitting: false } },
    },
  });
  const [output] = (built as Rolldown.RolldownOutput).output;
  const run = compileFunction(
    output.code,
    ['module', 'exports', 'require', '__dirname', ...shadowed],
    {
      filename: `${entry}.cjs`,
    },
  );
  return (globals, require) => {
    const module = { exports: {} };
    run(
      module,
      module.exports,
      require,
      join(root, 'server'),
      ...shadowed.map((name) => globals[name]),
    );
    return module.exports as Program;
  };
}
