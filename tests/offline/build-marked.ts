import { build, type Plugin } from 'vite';

/**
 * Builds the product as it stands into the folder named first, with the word named second on the
 * document, so that a test can tell which build a page runs. The word stands in the entry, so every
 * part that refers to the entry gets another name, as after any real change.
 */
const [outDir, mark] = process.argv.slice(2);
if (!outDir || !mark) throw new Error('an output folder and a mark are needed');

const marked: Plugin = {
  name: 'marked',
  transform: (code, id) =>
    id.endsWith('/src/main.tsx')
      ? `${code}\ndocument.documentElement.dataset.build = ${JSON.stringify(mark)};`
      : undefined,
};

await build({ logLevel: 'error', plugins: [marked], build: { outDir } });
