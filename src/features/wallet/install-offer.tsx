import { brand } from '#core/brand.ts';
import { answerOffer, install } from '#platform/device/install.ts';
import { useInstallOffer } from '#ui/hooks/signals.ts';
import { Icon } from '#ui/marks/icon.tsx';
import css from './wallet.module.css';

/** Suggests once, after a success, to install the app on the home screen. */
export function InstallOffer() {
  const how = useInstallOffer();

  if (how === undefined) return null;
  const accept = (): void => {
    answerOffer();
    void install();
  };
  return (
    <section className="banner" aria-label={`Install ${brand.name}`}>
      <Icon name="down" />
      <div className="grow">
        <p>
          {how === 'press'
            ? `Keep ${brand.name} on your home screen: it opens at once and shows your balances offline.`
            : `To keep ${brand.name} on your home screen, tap Share, then Add to Home Screen.`}
        </p>
        <div className={css.answers}>
          {how === 'press' && (
            <button className="textbtn" type="button" onClick={accept}>
              Install
            </button>
          )}
          <button className="textbtn" type="button" onClick={answerOffer}>
            {how === 'press' ? 'Not now' : 'Got it'}
          </button>
        </div>
      </div>
    </section>
  );
}
