import { createHash } from 'node:crypto';
import { privacyVersion, processingVersion, termsVersion } from '@vpisnik/contract/rules/legal';
import { expect, test } from 'vitest';
import { legalTexts as en } from '../../locales/en/public-legal.ts';
import { legalTexts as sl } from '../../locales/sl/public-legal.ts';

// fixed days: they name versions

/** Fingerprint of both languages by document and version; a changed text needs a new version with its own line. */
const published = {
  terms: { '2026-11-01': '3f665d7ce3aa2929' },
  privacy: { '2026-11-28': 'e9f8cdb5905c4def' },
  processing: { '2026-11-24': 'f99b7f7919011427' },
};

test.each([
  ['terms', termsVersion],
  ['privacy', privacyVersion],
  ['processing', processingVersion],
] as const)('the words of %s are those of version %s', (document, version) => {
  const words = JSON.stringify([sl[document], en[document]]);
  const fingerprint = createHash('sha256').update(words).digest('hex').slice(0, 16);
  expect({ [version]: fingerprint }).toEqual(published[document]);
});
