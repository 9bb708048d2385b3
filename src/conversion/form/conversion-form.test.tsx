import { expect, test } from 'vitest';
import { type fakeWorld, quoted, refusal } from '#conversion/conversion.fixture.ts';
import { flushed } from '#platform/time/fake-time.fixture.ts';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { ConversionForm } from './conversion-form.tsx';

const formOf = ({ swap }: ReturnType<typeof fakeWorld>): string =>
  rendered(
    <ConversionForm
      machine={swap}
      state={swap.state}
      online
      masked={false}
      fiatOf={() => undefined}
      worth={() => undefined}
    />,
  );

test('SWAP-01 what is received can be read and not typed: the amount to pay is the only field', async () => {
  const html = formOf(await quoted());
  expect(html.match(/<(?:input|textarea)\b(?![^>]*checkbox)/g)).toHaveLength(1);
  const [, received = ''] =
    /<output[^>]* aria-label="I want Tether"[^>]*>(.*?)<\/output>/.exec(html) ?? [];
  expect(received).toBe('64,000.5');
});

test('SWAP-13 why a swap was refused stands in the red box', async () => {
  const world = await quoted({
    confirm: async () => ({ kind: 'refused', failure: refusal('This quote has expired.') }),
  });
  world.swap.press();
  await flushed();
  expect(world.swap.state.phase).toBe('form');
  const [box = ''] =
    /<div class="banner banner--error" role="alert">.*?<\/div>/.exec(formOf(world)) ?? [];
  expect(words(box)).toMatch(/^This quote has expired\./);
});
