/** Wide and thin ribbon of each drawing; which one a group gets depends on its id, so that neighbours differ. */
const cards = [
  ['M-20 150C60 60 20 20 140-10', 'M-20 190C80 130 30 60 140 40'],
  ['M-20 10C40 60 120 60 100 220', 'M-20 60C70 60 40 150 140 150'],
  ['M-20 100C30 20 80 190 140 80', 'M-20 70C50 140 60 10 140 110'],
  ['M20-20C-10 80 130 90 70 220', 'M60-20C10 80 120 120 20 220'],
] as const;

const drawingOf = (id: string) => cards[Number.parseInt(id.slice(-2), 16) % cards.length] ?? cards[0];

/** The colour of a group, when nothing but a colour is in it; a page must not paint with anything else. */
const safeColor = (color: string) => (/^#[0-9a-f]{6}$/i.test(color) ? color : '#798736');

/** The strip of a group's card that has no banner. */
export function CardRibbons({ id, color }: { id: string; color: string }) {
  const [wide, thin] = drawingOf(id);
  return (
    <svg className="strip" viewBox="0 0 112 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect x="-400" y="-200" width="1000" height="800" fill={safeColor(color)} />
      <path d={wide} strokeWidth="26" opacity="0.18" />
      <path d={thin} strokeWidth="4" opacity="0.75" />
    </svg>
  );
}

/** The banner of a form whose group has none. */
export function BannerRibbons({ color }: { color: string }) {
  return (
    <svg className="banner" viewBox="0 0 1440 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="1440" height="200" fill={safeColor(color)} />
      <path d="M-40 170C220 20 420 230 700 96s470-96 780 70" strokeWidth="46" opacity="0.14" />
      <path d="M-40 150C240 40 430 240 720 92s480-70 780 40" strokeWidth="26" opacity="0.24" />
      <path d="M-40 96C220 220 450 0 760 132s460 70 720-92" strokeWidth="5" opacity="0.8" />
    </svg>
  );
}
