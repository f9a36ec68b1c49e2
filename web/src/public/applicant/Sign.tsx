/** Outlines from Tabler Icons (MIT) that only the page of an applicant shows, so that no script carries them. */
const outlines = {
  'arrow-back': 'M9 14l-4-4l4-4M5 10h11a4 4 0 1 1 0 8h-1',
  'calendar-plus':
    'M12.5 21h-6.5a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v5M16 3v4M8 3v4M4 11h16M16 19h6M19 16v6',
  'calendar-repeat':
    'M12.5 21h-6.5a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v3M16 3v4M8 3v4M4 11h12M20 14l2 2h-3M20 18l2-2M19 16a3 3 0 1 0 2 5.236',
  'calendar-x':
    'M13 21h-7a2 2 0 0 1-2-2v-12a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6.5M16 3v4M8 3v4M4 11h16M22 22l-5-5M17 22l5-5',
  'chevron-down': 'M6 9l6 6l6-6',
  download: 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5l5-5M12 4v12',
  'link-off':
    'M9 15l3-3m2-2l1-1M11 6l.463-.536a5 5 0 0 1 7.071 7.072l-.534.464M3 3l18 18M13 18l-.397.534a5.068 5.068 0 0 1-7.127 0a4.972 4.972 0 0 1 0-7.071l.524-.463',
  'photo-down':
    'M15 8h.01M12.5 21h-6.5a3 3 0 0 1-3-3v-12a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v6.5M3 16l5-5c.928-.893 2.072-.893 3 0l4 4M14 14l1-1c.653-.629 1.413-.815 2.13-.559M19 16v6M22 19l-3 3l-3-3',
  plus: 'M12 5v14M5 12h14',
  qrcode:
    'M4 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1zM7 17v.01M14 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1zM7 7v.01M4 15a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1zM17 7v.01M14 14h3M20 14v.01M14 14v3M14 20h3M17 17h3M20 17v3',
  users:
    'M10 13a2 2 0 1 0 4 0a2 2 0 0 0-4 0M8 21v-1a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v1M15 5a2 2 0 1 0 4 0a2 2 0 0 0-4 0M17 10h2a2 2 0 0 1 2 2v1M5 5a2 2 0 1 0 4 0a2 2 0 0 0-4 0M3 13v-1a2 2 0 0 1 2-2h2',
} as const;

/** A decorative icon, hidden from assistive technology; text beside it has the meaning. */
export function Sign({ name }: { name: keyof typeof outlines }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}
