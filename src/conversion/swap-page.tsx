import { ConversionScreen } from './conversion-screen.tsx';
import { swapRules } from './rules.ts';

export const SwapPage = () => <ConversionScreen rules={swapRules} />;
