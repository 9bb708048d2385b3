import { build, loadConfigFromFile, type Plugin } from 'vite';

/**
 * Builds the product as it stands into the folder named first, with the word named second on the
 * document, so that a test can tell which build a page runs, and of which its swap page is. Both get
 * other file names by it, as after any real change.
 */
const [outDir, mark] = process.argv.slice(2);
if (!outDir || !mark) throw new Error('an output folder and a mark are needed');

const marked: Plugin = {
  name: 'marked',
  transform(code, id) {
    const set = (name: string) =>
      `${code}\ndocument.documentElement.dataset.${name} = ${JSON.stringify(mark)};`;
    if (id.endsWith('/src/main.tsx')) return set('build');
    return id.endsWith('/swap-page.tsx') ? set('swapPage') : undefined;
  },
};

const { config } = (await loadConfigFromFile({ command: 'build', mode: 'production' })) ?? {};
if (!config) throw new Error('the product has no build to be marked');

/** Packing takes most of a build's time, and changes nothing that is tested here. */
const plugins = (config.plugins ?? [])
  .flat()
  .filter((plugin) => !plugin || !('name' in plugin) || plugin.name !== 'kopa-compress');

await build({
  ...config,
  configFile: false,
  logLevel: 'error',
  plugins: [...plugins, marked],
  build: { ...config.build, outDir },
});
