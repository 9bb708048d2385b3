import { toast } from '#ui/feedback/toasts.ts';

const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

export interface SharedFile {
  readonly name: string;
  readonly type: 'application/pdf' | 'image/png';
  /**
   * Called only if the share sheet takes files; undefined if the file could not be made.
   */
  make(): Promise<BlobPart | undefined>;
}

export interface Shared {
  readonly title: string;
  readonly text: string;
  /** The same content as a file. */
  readonly file?: SharedFile | undefined;
}

const takes = (files: readonly File[]): boolean =>
  'canShare' in navigator && navigator.canShare({ files: [...files] });

/** The file, if the share sheet takes such files and it could be made. */
async function filesOf(file: SharedFile | undefined): Promise<readonly File[]> {
  if (!file || !takes([new File([' '], file.name, { type: file.type })])) return [];
  const made = await file.make().catch(() => undefined);
  return made === undefined ? [] : [new File([made], file.name, { type: file.type })];
}

/**
 * Opens the browser's share sheet with a text and, if possible, a file (LIVE-06). Closing it is no failure.
 * `duration`: how long a toast about a failure stays, in milliseconds.
 */
export async function share({ title, text, file }: Shared, duration?: number): Promise<void> {
  let isPrepared = false;
  try {
    if (!('share' in navigator)) throw new TypeError('no share sheet');
    const files = await filesOf(file);
    isPrepared = files.length > 0;
    await navigator.share({ title, text, ...(files.length > 0 && { files: [...files] }) });
  } catch (error) {
    if (isAbort(error)) return;
    // A press counts for some seconds only, and making the file may have taken longer.
    const isLate = isPrepared && error instanceof DOMException && error.name === 'NotAllowedError';
    const text = isLate
      ? 'Preparing it took too long. Press Share again.'
      : 'Your browser does not support sharing';
    toast.error(text, duration ? { duration } : {});
  }
}
