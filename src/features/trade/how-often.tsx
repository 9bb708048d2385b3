import { useState } from 'react';
import { Link } from 'wouter';
import { NewBuy } from '#automatic/new-buy.tsx';
import { assetCodeOf } from '#core/carried/asset-in-navigation.ts';
import type { Cash } from '#core/money/cash.ts';
import { historyState } from '#platform/kept/history-state.ts';
import css from './trade.module.css';

/** A purchase is once; the way to one that repeats, and to those that do already (EYE-07). */
export function HowOften({ cash }: { readonly cash: Cash }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={`small ${css.often}`}>
      <span className="muted">How often</span>
      <button
        className="textbtn"
        type="button"
        aria-haspopup="dialog"
        aria-label="How often: once. Make it a recurring buy"
        onClick={() => setOpen(true)}
      >
        Once
      </button>
      <Link className="textbtn" href="/automatic">
        Automatic
      </Link>
      {isOpen && (
        <NewBuy cash={cash} about={assetCodeOf(historyState())} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
