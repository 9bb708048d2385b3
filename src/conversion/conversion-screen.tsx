import { type ReactNode, useCallback, useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { assetCodeOf, swapTarget } from '#core/carried/asset-link.ts';
import { isKeptCode } from '#core/money/cash.ts';
import { marketOf } from '#core/money/region.ts';
import { TAX_NEEDED } from '#core/tax/tax-needed.ts';
import { historyState, takeCarried } from '#platform/kept/history-state.ts';
import { takeDraft } from '#transport/customer/drafts.ts';
import { followDraft } from '#transport/customer/follow-draft.ts';
import { convertFromUsd, loadForex, rates } from '#transport/money/forex-rates.ts';
import { session } from '#transport/session/session.ts';
import { Failed } from '#ui/feedback/outcome.tsx';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useMachine } from '#ui/hooks/use-machine.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { Checking } from './checking.tsx';
import { conversionDraftFrom, readConversionDraft } from './conversion-draft.ts';
import { conversionDeps } from './conversion-wiring.ts';
import { ConversionForm } from './form/conversion-form.tsx';
import { type ConversionMachine, createConversion } from './machine.ts';
import { Success } from './outcome.tsx';
import { useMoreTime } from './quote/use-more-time.ts';
import type { ConversionRules } from './rules.ts';
import { useAssetEntry } from './use-asset-entry.ts';
import { fiatText } from './view-model.ts';

/** Restores the form from a kept draft; taking the draft removes it. */
function takeUp(machine: ConversionMachine, asset: string | undefined, target?: string): void {
  const { kind } = machine.rules;
  const draft = readConversionDraft(takeDraft(kind), machine.state.market);
  // A link about another asset, or to another one, replaces what was chosen before.
  if (!draft || (target !== undefined && draft.pair.target !== target)) return;
  if (asset === undefined || machine.rules.subject(draft.pair) === asset) machine.restore(draft);
}

/** A machine that lives as long as the page is open. */
function useConversion(rules: ConversionRules): ConversionMachine | undefined {
  const begin = useCallback(() => {
    const asset = assetCodeOf(historyState());
    const target = rules.kind === 'swap' ? takeCarried(swapTarget) : undefined;
    const market = marketOf(session);
    const machine = createConversion(conversionDeps(rules), rules, market, asset, target);
    machine.start();
    takeUp(machine, asset, target);
    const { state } = machine;
    // Whether the customer will come back from the tax form by a link, so the draft is kept.
    const returns = (): boolean => state.error === TAX_NEEDED;
    const draft = conversionDraftFrom;
    return { machine, keep: followDraft({ name: rules.kind, state, draft, returns }) };
  }, [rules]);
  return useMachine(begin);
}

interface Props {
  readonly rules: ConversionRules;
  /** Shown above the form: the two sides of a trade, buying and selling. */
  readonly children?: ReactNode;
}

function Screen({ machine, children }: { machine: ConversionMachine; children: ReactNode }) {
  const isOnline = useOnline();
  const isMasked = useMasked();
  const hasMoreTime = useMoreTime();
  const { rules } = machine;
  // Synchronous, because a field that rerenders later than its input event loses its caret
  // position.
  const state = useSnapshot(machine.state, { sync: true });
  const known = useSnapshot(rates);
  const market = marketOf(useSnapshot(session));
  const { holdingsAsOf } = state;
  useAssetEntry(rules.subject(state.pair));
  useShownAsOf(holdingsAsOf);
  useReload(loadForex);
  useEffect(() => machine.setMarket(market), [machine, market]);
  useEffect(() => machine.setMoreTime(hasMoreTime), [machine, hasMoreTime]);

  const worth = (code: string, amount: string): string | undefined =>
    // Cash in the market's own currency needs no conversion.
    isKeptCode(code) && code !== market
      ? fiatText(state, code, amount, market, (usd) => convertFromUsd(usd, market, known.rates))
      : undefined;

  switch (state.phase) {
    case 'success':
      return (
        state.summary && (
          <Success
            rules={rules}
            summary={state.summary}
            onward={state.onward}
            onGoOn={machine.goOn}
            onDone={machine.done}
          />
        )
      );
    case 'failure':
      return <Failed text={state.error ?? rules.neverHappened} onDone={machine.done} />;
    case 'checking':
      return <Checking rules={rules} summary={state.summary} online={isOnline} />;
    case 'form':
    case 'confirming':
      return (
        <ConversionForm
          machine={machine}
          state={state}
          online={isOnline}
          masked={isMasked}
          fiatOf={(side) => {
            const { pair, amount, shown } = state;
            if (market !== 'USD' && known.status === 'loading') return 'Loading currency...';
            if (market !== 'USD' && known.status === 'failed') {
              return side === 'source' ? 'Forex rates not available' : undefined;
            }
            const text = side === 'source' ? amount : (shown?.targetAmount ?? '');
            return worth(pair[side], text || '0');
          }}
          worth={worth}
        >
          {children}
        </ConversionForm>
      );
  }
}

/** The screens of a swap or a sale, from the form to the outcome. */
export function ConversionScreen({ rules, children }: Props) {
  const machine = useConversion(rules);
  return machine ? <Screen machine={machine}>{children}</Screen> : null;
}
