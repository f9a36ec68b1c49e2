import { ClassificationSection } from './ClassificationSection.tsx';
import { EnrolmentSection } from './EnrolmentSection.tsx';
import { LookSection } from './LookSection.tsx';
import { TermsSection } from './TermsSection.tsx';
import { TextsSection } from './TextsSection.tsx';

/** What the group is, when it meets and how one joins it. */
export function BasicsTab() {
  return (
    <>
      <TextsSection />
      <ClassificationSection />
      <TermsSection />
      <EnrolmentSection />
      <LookSection />
    </>
  );
}
