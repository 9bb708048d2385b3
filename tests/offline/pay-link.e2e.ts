import { expect, type Page } from '@playwright/test';
import qrcode from 'qrcode-generator';
import { BTC } from '#tests/e2e/withdraw-page.ts';
import { demo } from '#tests/support/accounts.ts';
import { signIn, test } from '#tests/support/e2e.ts';
import { cachedPaths, keptOnDevice, visit } from './worker.ts';

interface Given {
  readonly text?: string;
  /** A picture as a data address. */
  readonly picture?: string;
}

/** Another app shares something: the browser sends it as a form. */
const share = (page: Page, given: Given) =>
  page.evaluate(async ({ text, picture }) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/pay' });
    const add = (name: string, type: string): HTMLInputElement => {
      const field = document.createElement('input');
      Object.assign(field, { name, type });
      form.append(field);
      return field;
    };
    if (text !== undefined) add('text', 'text').value = text;
    if (picture !== undefined) {
      const { buffer } = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([buffer], 'shared.gif', { type: 'image/gif' }));
      add('picture', 'file').files = files.files;
    }
    document.body.append(form);
    form.submit();
  }, given);

/** The picture of a code, as base64. */
function codeOf(text: string): string {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  return code.createDataURL(6, 24).split(',')[1] ?? '';
}

test('LIVE-04 a text or a picture that is shared opens its payment, also without a connection, and is kept nowhere', async ({
  page,
  context,
  app,
}) => {
  await visit(page, app.url);
  await signIn(page, demo.customer);
  const asked = page.getByRole('region', { name: 'You are asked to pay' });
  await share(page, { text: `Please: bitcoin:${BTC}?amount=0.01` });
  await expect(asked).toContainText('0.01 BTC');
  // The networks are known from this first look.
  await keptOnDevice(page, 'routes');

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Not now' }).click();
  await share(page, { picture: codeOf(`bitcoin:${BTC}?amount=0.02`) });
  await expect(asked).toContainText('0.02 BTC');
  await expect(page.getByRole('button', { name: 'Fill in the withdrawal' })).toBeVisible();
  const kept = await cachedPaths(page);
  expect(kept.filter(({ cache }) => cache === 'kopa-shared')).toEqual([]);

  await share(page, { picture: 'R0lGODlhAQABAAAAACw=' });
  await expect(page.getByText('No QR code was found in the picture.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing arrived, or it was opened already.')).toBeVisible();
});

test('HARD-68 a share that another website posted says so, by its name or as one that hides it', async ({
  page,
  context,
  app,
}) => {
  await visit(page, app.url);
  await signIn(page, demo.customer);
  const asked = page.getByRole('region', { name: 'You are asked to pay' });
  for (const [policy, said] of [
    ['origin', 'The website shop.example sent this.'],
    ['no-referrer', 'A website that hides its name sent this.'],
  ] as const) {
    await context.route('https://shop.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'referrer-policy': policy },
        body: `<form method="post" enctype="multipart/form-data" action="${app.url}/pay">
          <input name="text" value="bitcoin:${BTC}?amount=0.01"><button>Pay</button></form>`,
      }),
    );
    await page.goto('https://shop.example/');
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(asked).toContainText(`${said} No app on your device shared it.`);
    await expect(asked).toContainText('0.01 BTC');
    await context.unroute('https://shop.example/');
  }
  await page.goto(app.url);
  await share(page, { text: `bitcoin:${BTC}?amount=0.02` });
  await expect(asked).toContainText('0.02 BTC');
  await expect(asked).not.toContainText('website');
});
