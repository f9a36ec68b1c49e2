/**
 * Versions of the privacy notice, the day each came into force, newest first. The version somebody saw is kept with
 * their application, so an older one is still accepted from a form that was open while it changed.
 */
export const privacyVersions = ['2026-11-01'] as const;

/** The version that forms link to. */
export const privacyVersion = privacyVersions[0];

/** Versions of the other legal texts in force. */
export const termsVersion = '2026-11-01';
export const processingVersion = '2026-11-01';
