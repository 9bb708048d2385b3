import { toast } from './toasts.ts';

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

export interface SharedFile {
  readonly name: string;
  readonly type: 'application/pdf' | 'image/png';
  /**
   * Made only where the share sheet takes files; undefined: it could not be made. An `AbortError` ends the
   * sharing without a word.
   */
  make(): Promise<BlobPart | undefined>;
}

export interface Shared {
  readonly title: string;
  readonly text: string;
  /** The same as a file, for whoever it is handed to. */
  readonly file?: SharedFile | undefined;
}

const takes = (files: readonly File[]): boolean =>
  'canShare' in navigator && navigator.canShare({ files: [...files] });

/** The file, where the share sheet takes such a file and it could be made; else none. */
async function filesOf(file: SharedFile | undefined): Promise<readonly File[]> {
  if (!file || !takes([new File([' '], file.name, { type: file.type })])) return [];
  const made = await file.make().catch((error: unknown) => {
    if (isAbort(error)) throw error;
    return undefined;
  });
  return made === undefined ? [] : [new File([made], file.name, { type: file.type })];
}

/**
 * The browser's share sheet with a text, and the file beside it (LIVE-06); closing it without a choice is no
 * failure. `duration`: how long the toast stays that tells of one, in milliseconds.
 */
export async function share({ title, text, file }: Shared, duration?: number): Promise<void> {
  try {
    if (!('share' in navigator)) throw new TypeError('no share sheet');
    const files = await filesOf(file);
    await navigator.share({ title, text, ...(files.length > 0 && { files: [...files] }) });
  } catch (error) {
    if (isAbort(error)) return;
    toast.error('Your browser does not support sharing', duration ? { duration } : {});
  }
}
