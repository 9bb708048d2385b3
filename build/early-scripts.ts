import { build, type Plugin } from 'vite';

/** The modules of the app that are inlined into the shell, by the placeholder in index.html that each replaces. */
const scripts = {
  'early total': 'src/app/start/early-total.ts',
  'failed start': 'src/app/start/start-failed.ts',
} as const;

/** Bundles a module and its dependencies into one classic script. */
async function inlined(root: string, entry: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry, formats: ['iife'], name: 'early' },
    },
  });
  const [script] = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (script?.type !== 'chunk') throw new Error(`${entry} gave no script`);
  if (script.code.includes('</script')) throw new Error(`${entry} would end its own script`);
  return script.code.trim();
}

/** Inlines into the shell the scripts that run before the app's files are loaded, or when these cannot be used. */
export const earlyScripts = (): Plugin => {
  let root = '';
  return {
    name: 'kopa-early-scripts',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        let shell = html;
        for (const [name, entry] of Object.entries(scripts)) {
          const place = `<script>/* ${name} */</script>`;
          if (!shell.includes(place)) throw new Error(`index.html has no place for the ${name}`);
          const code = await inlined(root, entry);
          shell = shell.replace(place, () => `<script>${code}</script>`);
        }
        return shell;
      },
    },
  };
};
