import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '#core/failure.ts';
import type { PdfReply, PdfRequest } from './pdf-messages.ts';

vi.mock('#files/pdf/pdf-worker.ts?worker&url', () => ({ default: '/pdf-worker.js' }));
vi.mock('#platform/page/trusted-scripts.ts', () => ({
  trustedScript: (address: string) => address,
}));

const document = {
  ...{ title: 'Gains', lines: [], columns: [], heading: true, landscape: true, foot: 'Kopa' },
};

let happened: string[] = [];

/** Answers once its task is over, as a worker does; `says` is what it answers. */
class FakeWorker {
  static says: (request: PdfRequest) => PdfReply;
  onmessage?: (event: { data: PdfReply }) => void;
  postMessage(request: PdfRequest): void {
    const name = request.type === 'rows' ? `rows ${request.rows.join()}` : request.type;
    happened.push(`asked for ${name}`);
    setTimeout(() => {
      happened.push(`${name} done`);
      this.onmessage?.({ data: FakeWorker.says(request) });
    });
  }
  terminate(): void {
    happened.push('terminated');
  }
}

const bytes = new ArrayBuffer(8);

beforeEach(() => {
  happened = [];
  FakeWorker.says = ({ type }) => (type === 'end' ? { type: 'done', bytes } : { type: 'written' });
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('location', { href: 'http://localhost/' });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function* batches() {
  for (const name of ['a', 'b']) {
    happened.push(`${name} is made`);
    yield ok([[name]]);
  }
}

test('INS-03 the worker writes rows while the page makes the next, and is asked for one thing at a time', async () => {
  const { exportPdf } = await import('./export-pdf.ts');
  const told: number[] = [];
  const made = await exportPdf(document, batches(), { onProgress: (rows) => told.push(rows) });
  expect(made).toEqual({ kind: 'made', file: bytes, rows: 2 });
  const at = (what: string) => happened.indexOf(what);
  for (const [before, after] of [
    ['a is made', 'begin done'],
    ['begin done', 'asked for rows a'],
    ['asked for rows a', 'b is made'],
    ['b is made', 'rows a done'],
    ['rows a done', 'asked for rows b'],
    ['rows b done', 'asked for end'],
  ] as const) {
    expect(at(before), before).toBeGreaterThan(-1);
    expect(at(before), before).toBeLessThan(at(after));
  }
  // Told are rows that are written, and at last all of them.
  expect(told).toEqual([0, 1, 2]);
  expect(happened.at(-1)).toBe('terminated');
});

test('INS-03 what the worker could not write ends the file, also the last rows', async () => {
  const { exportPdf } = await import('./export-pdf.ts');
  for (const fails of ['a', 'b']) {
    FakeWorker.says = (request) =>
      request.type === 'rows' && request.rows.join() === fails
        ? { type: 'failed' }
        : { type: 'written' };
    happened = [];
    expect(await exportPdf(document, batches())).toEqual({ kind: 'failed' });
    expect(happened).not.toContain('asked for end');
    expect(happened.at(-1)).toBe('terminated');
  }
});
