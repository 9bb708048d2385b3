import { Button } from '#ui/actions/button.tsx';
import { DuneSmall } from '#ui/chart/dune-small.tsx';
import { SectionFailed, SectionLoading } from '#ui/feedback/section-states.tsx';
import { toast } from '#ui/feedback/toasts.ts';
import { Icon, type IconName } from '#ui/marks/icon.tsx';
import { CountdownRing } from '#ui/marks/ring.tsx';
import { Sample } from './sample.tsx';

const banners: readonly (readonly [kind: string, icon: IconName, text: string])[] = [
  ['error', 'alert', 'Your transactions did not load. Your money is safe.'],
  ['warn', 'alert', 'Send only BTC on the Bitcoin network to this address.'],
  ['offline', 'offline', 'You’re offline. Showing what was saved at 10:42 AM.'],
];

const long =
  'Your withdrawal of 0.12345678 BTC was accepted and will be sent once the network confirms it.';

export const Samples = () => (
  <>
    <Sample title="Toasts">
      <Button onClick={() => toast.success('Logged in successfully')}>Success</Button>
      <Button onClick={() => toast.error('Network error. Check your connection and try again.')}>
        Error
      </Button>
      <Button onClick={() => toast.info(long, { title: 'Withdrawal' })}>Long, with a title</Button>
      <Button
        onClick={() => {
          const id = toast.loading('Sending');
          setTimeout(() => toast.dismiss(id), 5_000);
        }}
      >
        Loading
      </Button>
    </Sample>
    <Sample title="Banners" full>
      {banners.map(([kind, icon, text]) => (
        <div key={kind} className={`banner banner--${kind}`}>
          <Icon name={icon} />
          <p className="grow">{text}</p>
          <button className="textbtn" type="button">
            Try again
          </button>
        </div>
      ))}
    </Sample>
    <Sample title="A section that failed" full>
      <SectionFailed failure="Your devices did not load." onAgain={() => undefined} />
    </Sample>
    <Sample title="Skeleton" full>
      <SectionLoading text="Loading" height="120px" />
    </Sample>
    <Sample title="Empty" full>
      <section className="card empty">
        <DuneSmall />
        <p>Your transactions will appear here.</p>
        <Button variant="primary">Deposit</Button>
      </section>
    </Sample>
    <Sample title="States">
      <span className="pill pill--ok">Completed</span>
      <span className="pill pill--wait">Pending</span>
      <span className="pill pill--bad">Failed</span>
      <span className="pill">Off</span>
    </Sample>
    <Sample title="Time left of a quote">
      <CountdownRing seconds={10} of={10} />
      <CountdownRing seconds={3} of={10} />
      <CountdownRing seconds={0} of={10} />
    </Sample>
  </>
);
