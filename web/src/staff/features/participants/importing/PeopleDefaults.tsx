import { NativeSelect } from '@mantine/core';
import type { PersonMapping } from '@vpisnik/contract/participant-imports';
import { participantStatuses } from '@vpisnik/contract/participants';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { isLocale } from '../../../../lib/text/locale.ts';
import { GroupSelect } from '../forms/GroupSelect.tsx';
import classes from './importing.module.css';
import type { Chosen } from './use-chosen.ts';

type Props = { chosen: Chosen; mapping: PersonMapping; onChoose: (chosen: Chosen) => void };

/** What holds for rows that say nothing else: their group, status and language. */
export function PeopleDefaults({ chosen, mapping, onChoose }: Props) {
  const { t } = useI18n();
  const { organization } = useSession();
  const languages = organization?.languages ?? [];
  const label = (field: 'group' | 'status' | 'language') =>
    t(`modules.import_people.defaults.${field}${mapping[field] === undefined ? '' : '_else'}`);
  return (
    <div className={classes.defaults}>
      <GroupSelect
        id="import-group"
        label={label('group')}
        value={chosen.group_id}
        onChange={(group_id) => onChoose({ ...chosen, group_id })}
      />
      <NativeSelect
        label={label('status')}
        value={chosen.status}
        onChange={({ currentTarget: { value } }) => {
          const status = participantStatuses.find((one) => one === value);
          if (status) onChoose({ ...chosen, status });
        }}
        data={participantStatuses.map((value) => ({
          value,
          label: t(`modules.participant.status.${value}`),
        }))}
      />
      {languages.length > 1 && (
        <NativeSelect
          label={label('language')}
          value={chosen.language ?? organization?.default_language}
          onChange={({ currentTarget: { value } }) =>
            isLocale(value) && onChoose({ ...chosen, language: value })
          }
          data={languages.map((value) => ({ value, label: t(`layout.languages.${value}`) }))}
        />
      )}
    </div>
  );
}
