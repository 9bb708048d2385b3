/** The samples of a server's metrics, by name and labels as Prometheus writes them. */
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

  /** The value of one; undefined: the server does not give it. */
  of(sample: string): number | undefined {
    return this.values.get(sample);
  }

  /** Every value that a label has. */
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
