import { brand } from '#core/brand.ts';
import { brandedCode } from '#ui/marks/branded-code.ts';
import type { Address } from './receive-state.ts';

/** The texts of the picture, besides the address. */
export interface PictureOf {
  /** The content of the QR code. */
  readonly code: string;
  readonly asset: string;
  readonly network: string;
  readonly address: Address;
}

const WIDTH = 1_080;
const MARGIN = 90;
const INNER = WIDTH - 2 * MARGIN;
const QR = 640;
const LINE = 60;
/** Short lines, so that a person who types the address keeps their place. */
const PER_LINE = 22;

type Line = readonly [text: string, font: string, color: string];

const INK = '#15171a';
const QUIET = '#5b6068';
const words = (size: number, weight = 400): string => `${weight} ${size}px system-ui, sans-serif`;
const digits = '500 44px ui-monospace, "DejaVu Sans Mono", monospace';

const pieces = (text: string): readonly string[] =>
  text.match(new RegExp(`.{1,${PER_LINE}}`, 'gs')) ?? [];

/** Everything needed to send there, because the recipient of the picture may get nothing else. */
function linesOf({ asset, network, address }: PictureOf): readonly Line[] {
  return [
    ...pieces(address.address).map((text): Line => [text, digits, INK]),
    ...(address.tag
      ? [
          [`Destination tag: ${address.tag}`, words(44, 700), INK] as const,
          ['Both are needed: address and tag.', words(36), QUIET] as const,
        ]
      : []),
    [`Send only ${asset}, only on ${network}.`, words(36), QUIET],
    ...(address.sandbox
      ? [['Sandbox address: real money sent to it is lost.', words(36, 700), INK] as const]
      : []),
  ];
}

async function codeOf(data: string): Promise<ImageBitmap | undefined> {
  const code = await brandedCode({ type: 'canvas', data, size: QR, correction: 'H' });
  const drawn = await code.getRawData('png');
  return drawn instanceof Blob ? createImageBitmap(drawn) : undefined;
}

/** A picture of a deposit address with its QR code, as a PNG; drawn on this device. */
export async function addressPicture(of: PictureOf): Promise<Blob | undefined> {
  const code = await codeOf(of.code);
  const canvas = document.createElement('canvas');
  const lines = linesOf(of);
  canvas.width = WIDTH;
  canvas.height = MARGIN * 2 + 2 * LINE + QR + (lines.length + 1.5) * LINE;
  const context = canvas.getContext('2d');
  if (!context || !code) return undefined;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textAlign = 'center';
  let y = MARGIN;
  const write = ([text, font, color]: Line): void => {
    y += LINE;
    context.font = font;
    context.fillStyle = color;
    context.fillText(text, WIDTH / 2, y, INNER);
  };
  write([`${of.asset} on ${of.network}`, words(52, 700), INK]);
  y += LINE;
  context.drawImage(code, (WIDTH - QR) / 2, y);
  y += QR;
  for (const line of lines) write(line);
  y += LINE / 2;
  write([brand.name, words(32, 700), QUIET]);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png');
  });
}
