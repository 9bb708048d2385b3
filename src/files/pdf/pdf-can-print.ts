import { drawnOrder } from './pdf-order.ts';
import { parts, partsWith } from './pdf-scripts.ts';
import { eastParts } from './pdf-scripts-east.ts';

const all = [...parts, ...eastParts];

/** Whether a PDF can show a text as it is written, by the lists of its typefaces. */
export const canPrint = (text: string): boolean =>
  Array.from(drawnOrder(text.normalize('NFC'))).every(
    (sign) => partsWith(all, sign.codePointAt(0) ?? 0).length > 0,
  );
