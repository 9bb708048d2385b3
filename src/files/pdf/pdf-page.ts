import type { Run } from './pdf-fonts.ts';

export interface Inked {
  /** Points. */
  readonly size: number;
  /** Red, green and blue from 0 to 1, as a page's content writes them. */
  readonly color: string;
}

/** Hundredths of a point: integers, so that sums of distances stay exact. */
const hundredths = (points: number): number => Math.round(points * 100);

/** '#1f1b16' as a page's content writes it. */
export const inkOf = (hex: string): string =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');

/**
 * The content of a page (ISO 32000-1, 8 and 9), with the origin at the bottom left. Each text is placed
 * relative to the one before: in a table these distances repeat in every row, which compresses well.
 */
export function createPageContent(height: number) {
  let shapes = '';
  let texts = '';
  let rules = '';
  let font = '';
  let color = '';
  let left = 0;
  let bottom = 0;

  return {
    text({ codes, font: wanted }: Run, x: number, y: number, ink: Inked): void {
      const place = `/${wanted} ${ink.size} Tf`;
      if (font !== place) {
        font = place;
        texts += `${place}\n`;
      }
      if (color !== ink.color) {
        color = ink.color;
        texts += `${color} rg\n`;
      }
      const [toLeft, toBottom] = [hundredths(x), hundredths(height - y)];
      texts += `${(toLeft - left) / 100} ${(toBottom - bottom) / 100} Td(${codes})Tj\n`;
      left = toLeft;
      bottom = toBottom;
    },

    /** Drawn operators (`drawnShapes`) or a form's name, below rules and texts; `y` is their upper edge. */
    draw(drawn: string, x: number, y: number, scale: number): void {
      const place = [x, height - y].map((points) => hundredths(points) / 100);
      shapes += `q\n${scale} 0 0 ${-scale} ${place.join(' ')} cm\n${drawn}Q\n`;
    },

    rule(from: number, to: number, y: number): void {
      const at = hundredths(height - y) / 100;
      rules += `${hundredths(from) / 100} ${at} m ${hundredths(to) / 100} ${at} l\n`;
    },

    /** One character for each byte. */
    content(ruleColor: string): string {
      const drawn = rules && `0.5 w ${ruleColor} RG\n${rules}S\n`;
      return `${shapes}${drawn}${texts && `BT\n${texts}ET\n`}`;
    },
  };
}

export type PageContent = ReturnType<typeof createPageContent>;
