import { groupColors } from '@vpisnik/contract/groups';
import { useI18n } from '../../../lib/i18n.ts';
import { FormSection } from '../../../ui/FormSection.tsx';
import { BannerField } from './BannerField.tsx';
import classes from './editor.module.css';
import { useEditor } from './editor-context.ts';
import { controlId } from './problem-text.ts';

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

/** The group's colour, of eight, where another one that it already has stays on offer; and its banner. */
export function LookSection() {
  const { t } = useI18n();
  const { form, values, group, isLocked, errorAt } = useEditor();
  const own = group && !isNamed(group.background_color) ? [group.background_color] : [];
  const error = errorAt('background_color');
  return (
    <FormSection title={t('modules.group.sections.look')} description={t('modules.group.sections.look_hint')}>
      <fieldset className={classes.swatches} disabled={isLocked('background_color')}>
        <legend>{t('modules.group.fields.background_color')}</legend>
        {error && <p className={classes.slotError}>{error}</p>}
        {[...groupColors, ...own].map((color, at) => {
          const name = isNamed(color)
            ? t(`modules.group.colors.${names[color]}`)
            : t('modules.group.colors.own', { color });
          return (
            <input
              key={color}
              id={at === 0 ? controlId('background_color') : undefined}
              type="radio"
              name="background_color"
              value={color}
              aria-label={name}
              title={name}
              checked={values.background_color === color}
              onChange={() => form.setFieldValue('background_color', color)}
              style={{ background: color }}
            />
          );
        })}
      </fieldset>
      <BannerField />
    </FormSection>
  );
}
