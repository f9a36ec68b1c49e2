/**
 * Versions of the privacy notice, named after the day each came into force, newest first. An application keeps the version
 * that was shown, and older ones are accepted from forms that were open during a change.
 */
export const privacyVersions = ['2026-11-22', '2026-11-01'] as const;

/** The version that forms link to. */
export const privacyVersion = privacyVersions[0];

/** Versions of the other legal texts in force. */
export const termsVersion = '2026-11-01';
export const processingVersion = '2026-11-01';
