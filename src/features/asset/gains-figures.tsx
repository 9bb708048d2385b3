import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { methodNames } from '#core/statement/tax-rules.ts';
import { onReturn } from '#platform/page/on-return.ts';
import { onlineNow } from '#platform/page/online.ts';
import { Explained } from '#ui/feedback/explained.tsx';
import { Mask } from '#ui/marks/mask.tsx';
import { CostDialog } from './cost-dialog.tsx';
import type { GainsFigure } from './explain-asset.ts';
import { gains } from './gains-state.ts';
import { gainsTexts } from './gains-text.ts';
import css from './mould.module.css';

interface Props {
  readonly code: string;
  readonly masked: boolean;
  readonly online: boolean;
  /** The asset's newest entry: a new one changes cost and gain. */
  readonly newest: string | undefined;
}

/** The average cost and the gain of an asset. Its height is reserved before the figures are loaded. */
export function GainsFigures({ code, masked, online, newest }: Props) {
  const known = useSnapshot(gains.known)[code];
  const [isAsking, setIsAsking] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry changes the figures
  useEffect(() => {
    const load = (): void => {
      if (onlineNow()) void gains.load(code);
    };
    load();
    return onReturn(load);
  }, [code, newest]);

  const data = known?.data;
  const texts = data && gainsTexts(data);
  const isUnknown = data?.asked.some(({ stated }) => stated === undefined) ?? false;
  const loads = online && known?.failure === undefined;
  const value = (text: string | undefined, name: string, figure?: GainsFigure) => {
    if (text === undefined) return loads ? <span className={`skel ${css.soon}`} /> : '\u2013';
    if (masked) return <Mask of={name} />;
    if (!data || !figure || !/\d/.test(text)) return text;
    const explain = async () => (await import('./explain-asset.ts')).explainGains(data, figure);
    return (
      <Explained of={explain} name={name}>
        {text}
      </Explained>
    );
  };
  return (
    <section aria-label="Cost and gain" aria-busy={!data && online}>
      <dl className={`num ${css.figs}`}>
        <div>
          <dt>Average cost</dt>
          <dd translate="no">{value(texts?.average, 'Average cost', 'average')}</dd>
        </div>
        <div>
          <dt>Unrealised gain</dt>
          <dd translate="no">{value(texts?.unrealised, 'Unrealised gain', 'unrealised')}</dd>
        </div>
        <div>
          <dt>Realised gain</dt>
          <dd translate="no">{value(texts?.realised, 'Realised gain', 'realised')}</dd>
        </div>
        <div>
          <dt>Of unknown cost</dt>
          <dd translate="no">{value(texts?.unknown, 'Amount of unknown cost')}</dd>
        </div>
      </dl>
      <p className="small muted">
        Of unknown cost is what came from elsewhere, until you state what you paid for it. The
        method says which units count as sold first.
      </p>
      {!masked && texts?.missing && <p className="small muted">{texts.missing}</p>}
      <div className={css.foot}>
        <p className="small muted" role="status">
          {data
            ? methodNames[data.method]
            : online
              ? (known?.failure ?? '\u00a0')
              : 'Cost and gain need a connection.'}
        </p>
        {data && data.asked.length > 0 ? (
          <button className="textbtn" type="button" onClick={() => setIsAsking(true)}>
            {isUnknown ? 'State a cost' : 'Stated costs'}
          </button>
        ) : known?.failure !== undefined && online ? (
          <button className="textbtn" type="button" onClick={() => void gains.load(code)}>
            Try again
          </button>
        ) : (
          // The line is as high as one with a button.
          <span className="textbtn" style={{ visibility: 'hidden' }} aria-hidden="true">
            {'\u00a0'}
          </span>
        )}
      </div>
      {isAsking && data && <CostDialog known={data} onClose={() => setIsAsking(false)} />}
    </section>
  );
}
