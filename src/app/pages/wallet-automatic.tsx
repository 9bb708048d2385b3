import { AutomaticOverview } from '#automatic/automatic-sheet.tsx';

/** On a desk, what happens by itself stands beside the assets (EYE-07). */
export const WalletAutomatic = () => <AutomaticOverview withAlerts />;
