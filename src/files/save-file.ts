/** Long enough for a browser that asks the customer where to save the file. */
const KEPT_MS = 60_000;

const types = {
  CSV: 'text/csv;charset=utf-8',
  PDF: 'application/pdf',
  TXT: 'text/plain',
  ZIP: 'application/zip',
} as const;

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, bytes: BlobPart, type: keyof typeof types): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: types[type] }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
