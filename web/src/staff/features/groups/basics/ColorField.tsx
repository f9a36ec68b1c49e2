import { groupColors } from '@vpisnik/contract/groups';
import { markContrast } from '@vpisnik/contract/rules/contrast';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag } from '../../../../lib/text/locale.ts';
import classes from '../editor/editor.module.css';
import { useEditor } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';

const names = {
  '#798736': 'c798736',
  '#3b4d1f': 'c3b4d1f',
  '#7b4b7a': 'c7b4b7a',
  '#b4533a': 'cb4533a',
  '#8a6a14': 'c8a6a14',
  '#4a6a8a': 'c4a6a8a',
  '#2f7f79': 'c2f7f79',
  '#616161': 'c616161',
} as const satisfies Record<(typeof groupColors)[number], string>;

const isNamed = (color: string): color is keyof typeof names => color in names;

/** The group's colour: one of eight, or any other; shows its contrast. */
export function ColorField() {
  const { t, locale } = useI18n();
  const { form, values, isLocked, errorAt } = useEditor();
  const locked = isLocked('background_color');
  const error = errorAt('background_color');
  const color = values.background_color;
  const choose = (next: string) => form.change({ background_color: next.toLowerCase() });
  const { light, dark, isGood } = markContrast(color);
  const format = new Intl.NumberFormat(formatTag[locale], { maximumFractionDigits: 1 });
  const ratios = { light: format.format(light), dark: format.format(dark) };
  return (
    <div className={classes.stack}>
      <fieldset className={classes.swatches} disabled={locked}>
        <legend>{t('modules.group.fields.background_color')}</legend>
        {error && <p className={classes.slotError}>{error}</p>}
        {groupColors.map((one, at) => {
          const name = t(`modules.group.colors.${names[one]}`);
          return (
            <input
              key={one}
              id={at === 0 ? groupControlId('background_color') : undefined}
              type="radio"
              name="background_color"
              value={one}
              aria-label={name}
              title={name}
              checked={color === one}
              onChange={() => choose(one)}
              style={{ background: one }}
            />
          );
        })}
      </fieldset>
      <label className={classes.ownColor}>
        <input
          type="color"
          value={color}
          disabled={locked}
          data-chosen={!isNamed(color) || undefined}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {isNamed(color) ? t('modules.group_tools.contrast.own') : t('modules.group.colors.own', { color })}
      </label>
      <p className={classes.hint} aria-live="polite">
        {t(isGood ? 'modules.group_tools.contrast.good' : 'modules.group_tools.contrast.poor', ratios)}
      </p>
    </div>
  );
}
