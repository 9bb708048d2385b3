import { generateAddress, getPaymentRoutes, listReceiving } from '#core/contract/money/funds.ts';
import { ok } from '#core/failure.ts';
import { onlineNow } from '#platform/page/online.ts';
import { call } from '#transport/calls/call.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import { forgetful } from '#transport/session/scope.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { TOAST_MS } from './hand-over.ts';
import { createReceive } from './receive-state.ts';

export const receive = forgetful(
  createReceive({
    readRoutes: (show) =>
      readThrough('routes', getPaymentRoutes, { limit: 100, offset: 0 }, (answer) =>
        show(answer.data),
      ),
    readReceiving: (show) =>
      readThrough('receiving', listReceiving, {}, (answer, { asOf, source }) =>
        show(answer.data, asOf, source),
      ),
    async makeAddress(currencyId, paymentRouteId) {
      const outcome = await call(generateAddress, { currencyId, paymentRouteId });
      return outcome.ok ? ok(outcome.value.data) : outcome;
    },
    tell: (text) => {
      // Offline, the page itself says so permanently.
      if (onlineNow()) toast.error(text, { duration: TOAST_MS });
    },
    arrived: () => toast.success('Your deposit has arrived.'),
  }),
);
