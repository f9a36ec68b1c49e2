import { ClassificationSection } from './ClassificationSection.tsx';
import { EnrolmentSection } from './EnrolmentSection.tsx';
import { LookSection } from './LookSection.tsx';
import { TextsSection } from './TextsSection.tsx';

/** What the group is and how one joins it. */
export function BasicsTab() {
  return (
    <>
      <TextsSection />
      <ClassificationSection />
      <EnrolmentSection />
      <LookSection />
    </>
  );
}
