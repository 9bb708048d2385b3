import workerAddress from '#files/pdf/pdf-worker.ts?worker&url';
import { trustedScript } from '#platform/page/trusted-scripts.ts';
import type { Batches, Exported, ExportOptions } from './export-rows.ts';
import type { PdfReply, PdfRequest } from './pdf-messages.ts';
import type { TableDocument, TableTotal } from './table-document.ts';

const fontAddresses = import.meta.glob<string>(
  [
    '/node_modules/@fontsource/noto-sans/files/noto-sans-{latin,latin-ext,greek,greek-ext,cyrillic,cyrillic-ext,vietnamese}-{400,700}-normal.woff',
    '/node_modules/@fontsource/noto-sans-{hebrew,arabic,thai,armenian,georgian}/files/noto-sans-{hebrew-hebrew,arabic-arabic,thai-thai,armenian-armenian,georgian-georgian}-400-normal.woff',
  ],
  { query: '?url', import: 'default', eager: true },
);

const fonts = Object.fromEntries(
  Object.entries(fontAddresses).map(([file, address]) => [
    file.slice(file.lastIndexOf('/') + 1),
    new URL(address, location.href).href,
  ]),
);

interface PdfOptions extends ExportOptions {
  /** Called once all rows are written. */
  readonly totals?: () => readonly TableTotal[];
}

/** Makes a PDF of rows that may still be loading, written in a worker of its own. */
export async function exportPdf(
  table: TableDocument,
  batches: Batches,
  { signal, onProgress, totals }: PdfOptions = {},
): Promise<Exported> {
  const worker = new Worker(trustedScript(workerAddress), { type: 'module' });
  const stopped = new Promise<'stopped'>((resolve) => {
    signal?.addEventListener('abort', () => resolve('stopped'));
  });
  const ask = (request: PdfRequest): Promise<PdfReply | 'stopped'> => {
    const replied = new Promise<PdfReply>((resolve) => {
      worker.onmessage = (event: MessageEvent<PdfReply>) => resolve(event.data);
      worker.onerror = () => resolve({ type: 'failed' });
      worker.postMessage(request);
    });
    return Promise.race([replied, stopped]);
  };
  const ended = (reply: PdfReply | 'stopped'): Exported | undefined => {
    if (reply === 'stopped' || signal?.aborted) return { kind: 'cancelled' };
    return reply.type === 'failed' ? { kind: 'failed' } : undefined;
  };

  let rows = 0;
  try {
    // The worker writes while the next batch is made.
    let writing = ask({ type: 'begin', document: table, fonts });
    for await (const batch of batches) {
      if (!batch.ok) return { kind: 'failed', failure: batch.failure };
      const over = ended(await writing);
      if (over) return over;
      onProgress?.(rows);
      writing = ask({ type: 'rows', rows: batch.value });
      rows += batch.value.length;
    }
    const over = ended(await writing);
    if (over) return over;
    onProgress?.(rows);
    const last = await ask({ type: 'end', totals: totals?.() ?? [] });
    if (last === 'stopped') return { kind: 'cancelled' };
    return last.type === 'done' ? { kind: 'made', file: last.bytes, rows } : { kind: 'failed' };
  } finally {
    worker.terminate();
  }
}
