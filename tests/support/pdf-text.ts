import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The texts of a PDF, page by page. */
export async function pdfText(bytes: Uint8Array): Promise<readonly string[]> {
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, i) => {
      const { items } = await (await pdf.getPage(i + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }),
  );
}
