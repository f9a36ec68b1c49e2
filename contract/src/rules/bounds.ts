// Constants of their own, not one object: a page that carries a few of them carries no others.

export const name = 200;
export const label = 80;
export const email = 254;
export const phone = 40;
export const text = 5_000;
export const shortText = 500;
/** What the operator tells everybody. */
export const notice = 300;
export const url = 2_000;
export const answer = 2_000;
export const notes = 2_000;
export const password = 200;
export const search = 100;
export const capacity = 100_000;
export const slots = 30;
/** Dates of a group that are looked at at once: more than a year of days. */
export const dates = 400;
export const fields = 60;
export const options = 100;
export const leaders = 50;
/** Applications of a family's people. */
export const familyMembers = 200;
/** Views that one account sees. */
export const views = 100;
/** How far a copy's dates may be moved: a little over ten years. */
export const shiftDays = 3_700;
/** A picture as it is uploaded: bytes, and pixels before it is decoded. */
export const pictureBytes = 5 * 1024 * 1024;
export const picturePixels = 40_000_000;
export const origins = 10;
/** Lines of a payment order, and its purpose. */
export const slipLine = 33;
export const slipPurpose = 42;
/** Rows of a list: the usual number, and the most one may ask for. */
export const page = 50;
export const pageMax = 200;
