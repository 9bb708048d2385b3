import type { PdfReply, PdfRequest } from '#files/pdf-messages.ts';
import { type PdfTable, startPdfTable } from './pdf-table.ts';

/**
 * This worker writes one PDF off the page's thread; the page terminates it once it has the file.
 */
let table: PdfTable | undefined;

/** The addresses of a typeface with some hundred files come by themselves, where one of them is needed. */
async function addressOf(file: string, fonts: Readonly<Record<string, string>>): Promise<string> {
  const known = fonts[file];
  if (known !== undefined) return known;
  const { eastAddresses } = await import('./pdf-east-addresses.ts');
  return eastAddresses[file] ?? '';
}

/** A typeface that does not come by then is not waited for: the page says that there is no PDF. */
const FONT_MS = 60_000;

async function answer(request: PdfRequest): Promise<PdfReply> {
  switch (request.type) {
    case 'begin': {
      const { document, fonts } = request;
      table = await startPdfTable(document, async (file) => {
        const response = await fetch(await addressOf(file, fonts), {
          signal: AbortSignal.timeout(FONT_MS),
        });
        if (!response.ok) throw new Error(`the font ${file} did not come`);
        return new Uint8Array(await response.arrayBuffer());
      });
      return { type: 'written' };
    }
    case 'rows':
      await table?.addRows(request.rows);
      return { type: 'written' };
    case 'end':
      return table
        ? { type: 'done', bytes: await table.finish(request.totals) }
        : { type: 'failed' };
  }
}

addEventListener('message', (event: MessageEvent<PdfRequest>) => {
  void answer(event.data)
    .catch((): PdfReply => ({ type: 'failed' }))
    .then((reply) => postMessage(reply, reply.type === 'done' ? [reply.bytes] : []));
});
