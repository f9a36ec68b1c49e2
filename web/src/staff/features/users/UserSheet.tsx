import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Sheet } from '../../../ui/form/FormSheet.tsx';
import { PartFailed } from '../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../ui/notice/Pending.tsx';
import { useUsersAddress } from './address.ts';
import { userQuery } from './queries.ts';
import { UserForm } from './UserForm.tsx';
import classes from './users.module.css';

/** The sheet with a user's form; `new` opens an empty invitation. */
export function UserSheet({ id }: { id: string }) {
  const { t } = useI18n();
  const { go } = useUsersAddress();
  const isNew = id === 'new';
  const query = useQuery({ ...userQuery(useApi(), id), enabled: !isNew });
  const close = () => go({ edit: undefined });
  return (
    <Sheet
      title={
        isNew ? t('modules.user.editor.new_title') : (query.data?.name ?? t('modules.user.editor.title'))
      }
      onClose={close}
    >
      {isNew || query.data ? (
        <UserForm user={query.data ?? null} />
      ) : (
        <div className={classes.instead}>
          {query.isError ? (
            <PartFailed
              error={query.error}
              onRetry={query.refetch}
              gone={{
                text: t('modules.user.editor.gone'),
                action: <Button onClick={close}>{t('modules.user.editor.back')}</Button>,
              }}
            />
          ) : (
            <Pending rows={4} />
          )}
        </div>
      )}
    </Sheet>
  );
}
