import { Link } from 'wouter';
import css from './trade.module.css';

/** A purchase is once; the way to one that repeats, and to those that do already (EYE-07). */
export const HowOften = ({ onRepeat }: { readonly onRepeat: () => void }) => (
  <div className={`small ${css.often}`}>
    <span className="muted">How often</span>
    <button
      className="textbtn"
      type="button"
      aria-haspopup="dialog"
      aria-label="How often: once. Make it a recurring buy"
      onClick={onRepeat}
    >
      Once
    </button>
    <Link className="textbtn" href="/automatic">
      Automatic
    </Link>
  </div>
);
