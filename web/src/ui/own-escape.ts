/** Tells a dialog of the staff app around the field that Escape was for the calendar. */
export const ownEscape = { 'data-mantine-stop-propagation': 'true' };
