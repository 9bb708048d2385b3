/** A source that can be drawn on a canvas. */
export type Frame = HTMLVideoElement | ImageBitmap;

interface Detector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}

type DetectorConstructor = new (options: { formats: readonly string[] }) => Detector;

/**
 * The fallback scales pictures down to this side length: larger ones take longer and find no more
 * codes.
 */
const LARGEST = 1_000;

let detector: Detector | undefined;

/** The browser's own detector, if it has one. */
function ownDetector(): Detector | undefined {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorConstructor };
  if (BarcodeDetector) detector ??= new BarcodeDetector({ formats: ['qr_code'] });
  return detector;
}

function pixelsOf(frame: Frame): ImageData | undefined {
  const [width, height] =
    'videoWidth' in frame ? [frame.videoWidth, frame.videoHeight] : [frame.width, frame.height];
  const scale = Math.min(1, LARGEST / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(frame, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height);
}

/** The texts of the QR codes in a picture; the fallback, which finds one, is loaded when it is needed. */
export async function readCodes(frame: Frame): Promise<readonly string[]> {
  try {
    const found = await ownDetector()?.detect(frame);
    if (found) return found.map(({ rawValue }) => rawValue);
  } catch {
    // Some browsers have a detector that does not work on this machine.
  }
  const pixels = pixelsOf(frame);
  if (!pixels) return [];
  const { default: jsQR } = await import('jsqr');
  const text = jsQR(pixels.data, pixels.width, pixels.height)?.data;
  return text ? [text] : [];
}

/** The same, where one code is looked at. */
export const readCode = async (frame: Frame): Promise<string | undefined> =>
  (await readCodes(frame))[0];
