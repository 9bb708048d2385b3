import { Link } from 'wouter';
import { Icon } from '#ui/marks/icon.tsx';

/** The way to what happens by itself, where it is not listed beside the assets (EYE-07). */
export const AutomaticLink = () => (
  <div className="card rows">
    <Link className="row" href="/automatic">
      <span className="ticon">
        <Icon name="repeat" />
      </span>
      <span>
        <b>Automatic</b>
        <small className="muted">Recurring buys and price alerts</small>
      </span>
    </Link>
  </div>
);
