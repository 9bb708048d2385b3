import type { AssetCode } from '#core/money/currencies.ts';
import { consensusOf, energyText } from '#core/networks/consensus.ts';
import { whitePapers } from '#core/networks/white-papers.ts';

/** A link to another website, which is not told from which page it was opened. */
const Outside = ({ href, children }: { readonly href: string; readonly children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
    <span className="vh">, opens in a new tab</span>
  </a>
);

interface Props {
  readonly code: AssetCode;
  readonly name: string;
}

/** The asset's white paper, and the energy use of the consensus it depends on (KEEP-16). */
export function AboutCard({ code, name }: Props) {
  const { title, by, year, url, networks } = whitePapers[code];
  return (
    <section className="card pad stack small" aria-labelledby="about">
      <h2 id="about">About {name}</h2>
      <p>
        <b>White paper:</b> <Outside href={url}>{title}</Outside>, {by}, {year}.
      </p>
      {networks.map((network) => {
        const { mechanism, kwhPerYear, source } = consensusOf[network];
        return (
          <p key={network}>
            <b>{network} network:</b> {mechanism}, about{' '}
            <span className="num" translate="no">
              {energyText(kwhPerYear)}
            </span>{' '}
            of electricity a year, as <Outside href={source.url}>{source.name}</Outside> estimates (
            {source.date}).
          </p>
        );
      })}
    </section>
  );
}
