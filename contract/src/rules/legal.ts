/*
 * Every change of a legal text's words gets a new version, also one that means the same: the version names the exact
 * text that a person saw. It asks no one to accept again. Registrations keep the versions in force on their day.
 */

/**
 * Versions of the privacy notice, the day each came into force, newest first. An application keeps the version that its
 * form showed; a form that was open during a change still sends an older one.
 */
export const privacyVersions = ['2026-11-28', '2026-11-24', '2026-11-22', '2026-11-01'] as const;

/** The version that forms link to. */
export const privacyVersion = privacyVersions[0];

/** Versions of the other legal texts in force. */
export const termsVersion = '2026-11-01';
export const processingVersion = '2026-11-24';
