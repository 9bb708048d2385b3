/** The colours of the first frame in both themes, as `tokens.css` has them. */
const grounds = { light: '#f6f4ef', dark: '#100f0d' } as const;

const REL = 'apple-touch-startup-image';
const ICON = '/icons/icon-192.png';
/** In CSS pixels. */
const ICON_SIZE = 96;

function draw(icon: CanvasImageSource, ground: string, width: number, height: number): string {
  const canvas = document.createElement('canvas');
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const size = ICON_SIZE * scale;
  context.drawImage(icon, (canvas.width - size) / 2, (canvas.height - size) / 2, size, size);
  return canvas.toDataURL('image/png');
}

/**
 * Gives iOS the images it shows while the installed app starts, in both themes and orientations (LIVE-06);
 * without them it shows a white screen. iOS takes them when the app is added to the home screen, in the exact
 * size of the screen, so they are drawn on the device instead of being files for every size.
 */
export async function offerStartImages(): Promise<void> {
  if (document.querySelector(`link[rel="${REL}"]`)) return;
  const icon = new Image();
  icon.src = ICON;
  await icon.decode();
  const [short, long] = [screen.width, screen.height].sort((one, other) => one - other);
  if (short === undefined || long === undefined) return;
  for (const [scheme, ground] of Object.entries(grounds)) {
    for (const [orientation, width, height] of [
      ['portrait', short, long],
      ['landscape', long, short],
    ] as const) {
      const href = draw(icon, ground, width, height);
      if (!href) return;
      const media = `(prefers-color-scheme: ${scheme}) and (orientation: ${orientation})`;
      document.head.append(
        Object.assign(document.createElement('link'), {
          rel: REL,
          media,
          href,
        }),
      );
    }
  }
}
