import { expect, test } from 'vitest';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { ConfirmBar } from './review-parts.tsx';

const nothing = (): undefined => undefined;
const sends = '0.005 BTC to Rasa Petraite …5mdq';

test('EYE-11 the button of a review says what it sends and to whom', () => {
  const html = rendered(
    <ConfirmBar
      state={{ phase: 'review', error: undefined, password: '', passwordError: undefined }}
      sends={sends}
      total=""
      disabledReason={undefined}
      onConfirm={nothing}
      onBack={nothing}
    />,
  );
  const [button = ''] = /<button[^>]*btn--primary.*?<\/button>/.exec(html) ?? [];
  expect(words(button)).toMatch(/^Confirm and send ?, ?0\.005 BTC to Rasa Petraite …5mdq$/);
});

test('EYE-11 the dialog of the code names the sum and the recipient, which describe it', () => {
  const machine = { submitCode: async () => undefined, typeCode: nothing, cancelCode: nothing };
  const html = rendered(
    <CodeDialog
      machine={machine}
      sends={sends}
      state={{ codeError: undefined, codeBusy: false }}
    />,
  );
  const [, id = ''] = /<dialog[^>]*aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(id).not.toBe('');
  expect(words(html.slice(html.indexOf(`id="${id}"`) - 20))).toContain(`You send ${sends}`);
});
