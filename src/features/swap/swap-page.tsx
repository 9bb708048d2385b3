import { ConversionScreen } from '#conversion/conversion-screen.tsx';
import { swapRules } from '#conversion/rules.ts';

export const SwapPage = () => <ConversionScreen rules={swapRules} />;
