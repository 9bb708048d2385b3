import { test } from './engines-test.ts';
import { signIn, type Visitor } from './visitor.ts';

const ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

const build = () => document.documentElement.dataset.build;
const isServed = () => navigator.serviceWorker.controller?.state === 'activated';

/** Nothing is wider than a phone, nor is the phone itself. */
async function fitsPhone(who: Visitor): Promise<void> {
  await who.finds(() => [innerWidth, document.documentElement.scrollWidth], [390, 390]);
}

test('HARD-18 a customer signs in, swaps, withdraws and signs out', async ({
  visitor: who,
  customer,
}) => {
  const account = await customer({ balances: { BTC: '1' } });
  await signIn(who, account);
  await who.sees(/AU\$[\d,]+\.\d\d.*Bitcoin/);
  await who.sees(/1 BTC/);
  await fitsPhone(who);

  await who.press('link', '^Swap$');
  await who.sees(/I have 1 BTC/);
  await who.fill('^I have', '0.1');
  await who.press('button', '^Swap$');
  await who.sees(/You swapped 0\.1 BTC for [\d.,]+ USDT/);
  await fitsPhone(who);
  await who.press('button', '^Done$');
  await who.sees(/I have 0\.9 BTC/);

  await who.open('/assets/send');
  await who.press('link', '^Bitcoin');
  await who.sees(/ available/);
  await who.fill('^Send to', ADDRESS);
  await who.fill('^Amount', '0.2');
  await who.press('button', '^Withdraw$');
  await who.press('button', '^Mine$');
  await who.press('button', '^Exchange or other provider$');
  await who.fill('^Name of the provider', 'Example Exchange');
  await who.press('button', '^Go on$');
  await who.sees(/You have never sent to this address/);
  await fitsPhone(who);
  await who.fill('^Current password', account.password);
  await who.press('button', '^Confirm and send$');
  await who.sees(/You withdraw 0\.2 BTC/);
  await fitsPhone(who);

  await who.open('/wallet');
  await who.sees(/0\.69995 BTC/);
  await who.open('/profile');
  await who.press('button', '^Log out$');
  await who.isAt('/');
  await who.sees(/Welcome back/);
  await who.keeps([]);
});

test('HARD-18 the wallet starts cold and offline, and the network brings it up to date', async ({
  visitor: who,
  engineBrowser,
  line,
  customer,
  sandbox,
}) => {
  const account = await customer({ balances: { BTC: '0.5' } });
  await signIn(who, account);
  await who.finds(isServed, true);
  await who.open('/transactions');
  await who.sees(/\+0\.5/);
  await who.open('/wallet');
  await who.sees(/0\.5 BTC/);
  await who.keeps(['history', 'total', 'wallet']);
  await line.cut();
  await engineBrowser.startAgain();
  await who.open('/wallet');
  await who.sees(/Offline · showing/);
  await who.sees(/AU\$[\d,]+\.\d\d.*0\.5 BTC/);
  await fitsPhone(who);
  await who.press('link', '^Transactions$');
  await who.sees(/\+0\.5/);
  await sandbox.deposit(account.email, 'BTC', '0.25');
  await line.restore();
  await who.press('link', '^Wallet$');
  await who.sees(/0\.75 BTC/);
});

test('HARD-18 a new version is offered, and runs once the customer accepts', async ({
  visitor: who,
  app,
  customer,
}) => {
  await signIn(who, await customer({ balances: { BTC: '0.5' } }));
  await who.finds(isServed, true);
  await who.finds(build, 'first');
  await app.deploy('second');
  await who.finds(() => document.dispatchEvent(new Event('visibilitychange')), true);
  await who.sees(/A new version is ready\./);
  await who.finds(build, 'first');
  await who.press('button', '^Update now$');
  await who.finds(build, 'second');
  await who.sees(/0\.5 BTC/);
  await fitsPhone(who);
});

/** Runs in the page: what it writes next on the device takes until the page is left. */
const writesSlowly = () => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...record) {
    IDBObjectStore.prototype.put = put;
    const again = () => {
      document.documentElement.dataset.writing = 'yes';
      this.count().onsuccess = again;
    };
    again();
    return put.apply(this, record);
  };
  return true;
};
const isWriting = () => document.documentElement.dataset.writing;
const goBack = () => {
  document.documentElement.dataset.left = 'yes';
  history.back();
  return true;
};
const isLeft = () => 'left' in document.documentElement.dataset;
const typed = () => [...document.querySelectorAll('input')].some(({ value }) => value === '0.25');
const isInFlow = async () => {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === 'kopa-money-flow');
};

test('HARD-18 a page that is left in the middle of writing holds back no other, and goes on where it was', async ({
  visitor: who,
  engine,
  customer,
}) => {
  await signIn(who, await customer({ balances: { BTC: '1' } }));
  await who.sees(/1 BTC/);
  await who.open('/assets/send');
  await who.press('link', '^Bitcoin');
  await who.sees(/ available/);
  await who.finds(writesSlowly, true);
  await who.fill('^Amount', '0.25');
  await who.finds(isWriting, 'yes');
  await who.finds(isInFlow, true);
  await who.open('/wallet');
  await who.sees(/1 BTC/);
  await who.keeps(['wallet']);
  // Firefox ends a page in the middle of a transaction; WebKit puts it aside and shows it again.
  if (engine === 'firefox') return;
  await who.finds(goBack, true);
  await who.isAt('/send');
  await who.finds(typed, true);
  await who.finds(isInFlow, true);
});

test('SESS-08 a page that is shown again after its customer has signed out shows nothing of them', async ({
  visitor: who,
  line,
  customer,
}) => {
  await signIn(who, await customer({ balances: { BTC: '0.5' } }));
  await who.finds(isServed, true);
  await who.sees(/0\.5 BTC/);
  await who.open('/profile');
  await who.press('button', '^Log out$');
  await who.isAt('/');
  await who.sees(/Welcome back/);
  // A server that refuses the page's next read would hide what the device alone has to know.
  await line.cut();
  await who.finds(goBack, true);
  await who.finds(isLeft, false);
  await who.isAt('/');
  await who.sees(/Welcome back/);
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not seen
  await who.finds(() => document.body.innerText.includes('BTC'), false);
});
