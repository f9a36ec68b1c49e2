import { groupColors } from '@vpisnik/contract/groups';
import { contrast, markContrast } from '@vpisnik/contract/rules/contrast';
import { expect, test } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import classes from './GroupMark.module.css';

/** What a browser computes, `rgb(…)` or `color(srgb …)`, as `#rrggbb`. */
function hex(computed: string): string {
  const parts = (computed.match(/[\d.]+/g) ?? []).map(Number);
  const scale = computed.startsWith('color') ? 255 : 1;
  return `#${parts
    .map((part) =>
      Math.round(part * scale)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

test.each(['light', 'dark'] as const)(
  'every mark stands out in the %s theme, as is said of it',
  async (theme) => {
    const { screen } = await renderUi(
      <ul>
        {groupColors.map((color) => (
          <li key={color} className={classes.mark} style={{ '--c': color, color: 'var(--mark)' }}>
            {color}
          </li>
        ))}
      </ul>,
    );
    document.documentElement.dataset.mantineColorScheme = theme;
    for (const color of groupColors) {
      const shown = hex(getComputedStyle(screen.getByText(color).element()).color);
      const ratio = contrast(shown, { light: '#ffffff', dark: '#1a1d15' }[theme]);
      expect(ratio, color).toBeGreaterThanOrEqual(3);
      expect(ratio, color).toBeCloseTo(markContrast(color)[theme], 1);
    }
  },
);
