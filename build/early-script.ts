import { build, type Plugin } from 'vite';

const PLACE = '<script>/* early total */</script>';

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

/** Inlines into the shell the script that shows the last total before the app runs. */
export const earlyScript = (): Plugin => {
  let root = '';
  return {
    name: 'kopa-early-script',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (!html.includes(PLACE)) throw new Error('index.html has no place for the early script');
        const code = await inlined(root, 'src/app/early-total.ts');
        return html.replace(PLACE, () => `<script>${code}</script>`);
      },
    },
  };
};
