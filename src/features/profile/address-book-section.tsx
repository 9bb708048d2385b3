import { SectionNotHereYet } from './section-not-here-yet.tsx';

export const AddressBookSection = () => <SectionNotHereYet />;
