/** The samples of a server's metrics. A sample is named as Prometheus writes it, with its labels. */
export class Samples {
  readonly text: string;
  private readonly values: ReadonlyMap<string, number>;

  constructor(text: string) {
    this.text = text;
    this.values = new Map(
      [...text.matchAll(/^([a-z_0-9]+(?:\{.*\})?) (\S+)$/gm)].map(([, name = '', value = '']) => [
        name,
        value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value),
      ]),
    );
  }

  /** The value of a sample; undefined if the server does not report it. */
  of(sample: string): number | undefined {
    return this.values.get(sample);
  }

  /** All values of a label. */
  labels(label: string): ReadonlySet<string> {
    const found = this.text.matchAll(new RegExp(`[{,]${label}="([^"]*)"`, 'g'));
    return new Set([...found].map(([, value = '']) => value));
  }
}

export async function readMetrics(url: string | undefined): Promise<Samples> {
  if (url === undefined) throw new Error('this server gives no metrics');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`metrics were answered with ${response.status}`);
  return new Samples(await response.text());
}
