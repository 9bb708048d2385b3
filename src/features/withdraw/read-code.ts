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

/** The text of a QR code in a picture, or undefined; the fallback is loaded when it is needed. */
export async function readCode(frame: Frame): Promise<string | undefined> {
  try {
    const found = await ownDetector()?.detect(frame);
    if (found) return found[0]?.rawValue;
  } catch {
    // Some browsers have a detector that does not work on this machine.
  }
  const pixels = pixelsOf(frame);
  if (!pixels) return undefined;
  const { default: jsQR } = await import('jsqr');
  return jsQR(pixels.data, pixels.width, pixels.height)?.data || undefined;
}
