/** Contrast of two colours (`#rrggbb`) as WCAG 2.2 defines it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 1, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Surfaces of lists and calendars in both themes, on which a group's colour is a mark. */
const surfaces = { light: '#ffffff', dark: '#1a1d15' };
/** Contrast that WCAG 1.4.11 requires of meaningful graphics. */
const ENOUGH = 3;

/** A colour as a mark on a dark surface: 70 % of it in white, as in `GroupMark.module.css`. */
function lifted(color: string): string {
  const parts = [1, 3, 5].map((at) => 0.7 * Number.parseInt(color.slice(at, at + 2), 16) + 0.3 * 255);
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** How well a group's colour (`#rrggbb`) stands out as a mark in each theme, and whether that is enough. */
export function markContrast(color: string): { light: number; dark: number; isGood: boolean } {
  const [light, dark] = [contrast(color, surfaces.light), contrast(lifted(color), surfaces.dark)];
  return { light, dark, isGood: Math.min(light, dark) >= ENOUGH };
}
