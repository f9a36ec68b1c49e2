import { ClassificationSection } from './ClassificationSection.tsx';
import { EnrolmentSection } from './EnrolmentSection.tsx';
import { LookSection } from './LookSection.tsx';
import { TextsSection } from './TextsSection.tsx';

/** Tab of the group's texts, classification, enrolment and look. */
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
