import { build, type Plugin } from 'vite';

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

await build({ logLevel: 'error', plugins: [marked], build: { outDir } });
