import { expect, test } from 'vitest';
import { rendered } from '#ui/hooks/rendered.fixture.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

const dialog = (settling: boolean): string =>
  rendered(
    <PaymentDialog
      url="https://pay.example/form"
      priceUntil={undefined}
      settling={settling}
      online
      onReturned={() => undefined}
      onRedirect={() => undefined}
      onClose={() => undefined}
    />,
  );

test('READ-05 while the provider is asked how a payment ended, its dialog cannot be closed', () => {
  expect(dialog(true)).toContain('closedby="none"');
  expect(dialog(true)).not.toContain('aria-label="Close"');
  expect(dialog(false)).toContain('closedby="closerequest"');
  expect(dialog(false)).toContain('aria-label="Close"');
});
