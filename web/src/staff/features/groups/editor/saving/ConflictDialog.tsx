import { Button, Modal, Group as Row } from '@mantine/core';
import type { Group } from '@vpisnik/contract/groups';
import { formatDateTime } from '@vpisnik/contract/rules/format';
import { useEffect, useState } from 'react';
import type { Conflict, Unit } from '../../../../../lib/form/merge.ts';
import { useI18n } from '../../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../../lib/time/use-time-zone.ts';
import classes from '../editor.module.css';
import type { References } from '../references.ts';
import type { GroupField } from '../values.ts';
import { useUnitText } from './unit-text.ts';

type ConflictDialogProps = {
  current: Group;
  conflicts: readonly Conflict[];
  /** Other fields of the newer version, already merged into the form. */
  merged: readonly GroupField[];
  references: References;
  onResolve: (theirs: readonly Unit[]) => void;
  onCancel: () => void;
};

/** Asks, per field that both this user and an earlier save changed, whose value holds. */
export function ConflictDialog({
  current,
  conflicts,
  merged,
  references,
  onResolve,
  onCancel,
}: ConflictDialogProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { nameOf, textOf } = useUnitText(current, references);
  const [theirs, setTheirs] = useState<ReadonlySet<Unit>>(new Set());
  // The dialog unmounts while open, so Mantine, which returns the focus on closing, does not return it.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
  const when = formatDateTime(current.updated_at, { locale, timeZone });
  const choose = (unit: Unit, whose: 'mine' | 'theirs') => {
    const next = new Set(theirs);
    if (whose === 'theirs') next.add(unit);
    else next.delete(unit);
    setTheirs(next);
  };
  return (
    <Modal opened onClose={onCancel} title={t('modules.group.conflict.title')} withCloseButton={false}>
      <p className={classes.dialogText}>
        {current.updated_by
          ? t('modules.group.conflict.text_by', { when, who: current.updated_by })
          : t('modules.group.conflict.text', { when })}
      </p>
      <table className={classes.compare}>
        <thead>
          <tr>
            <th scope="col">{t('modules.group.conflict.field')}</th>
            <th scope="col">{t('modules.group.conflict.mine')}</th>
            <th scope="col">{t('modules.group.conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map(({ unit, ...sides }) => (
            <tr key={unit}>
              <th scope="row">{nameOf(unit)}</th>
              {(['mine', 'theirs'] as const).map((whose) => (
                <td key={whose}>
                  <label>
                    <input
                      type="radio"
                      className={classes.choice}
                      name={unit}
                      aria-label={`${nameOf(unit)}, ${t(`modules.group.conflict.${whose}`)}: ${textOf(unit, sides[whose])}`}
                      checked={theirs.has(unit) === (whose === 'theirs')}
                      onChange={() => choose(unit, whose)}
                    />
                    <span>{textOf(unit, sides[whose])}</span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {merged.length > 0 && (
        <p className={classes.dialogText}>
          {t('modules.group.conflict.merged', {
            fields: merged.map((field) => t(`modules.group.changed.${field}`)).join(', '),
          })}
        </p>
      )}
      <Row gap={8} justify="flex-end" mt={20}>
        <Button variant="subtle" onClick={onCancel}>
          {t('modules.group.conflict.back')}
        </Button>
        <Button variant="filled" onClick={() => onResolve([...theirs])}>
          {t('modules.group.conflict.save')}
        </Button>
      </Row>
    </Modal>
  );
}
