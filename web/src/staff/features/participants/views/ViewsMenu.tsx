import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkPlus,
  IconCheck,
  IconChevronDown,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SavedView } from '@vpisnik/contract/saved-views';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { copyLink } from '../../sharing/links.ts';
import { useViewCalls, viewsQuery } from './queries.ts';
import { isChanged, searchOf, type Viewed, type ViewSearch, viewOf } from './viewed.ts';
import classes from './views.module.css';

const NameView = onDemand(async () => (await import('./ViewDialogs.tsx')).NameView);
const DeleteView = onDemand(async () => (await import('./ViewDialogs.tsx')).DeleteView);

type ViewsMenuProps<Search extends ViewSearch> = {
  of: Viewed<Search>;
  /** Views that every organisation has, under their names. */
  starters: readonly { name: string; search: Search }[];
  search: Search;
  /** The columns that are shown. */
  columns: string[];
  onGo: (search: Search | ((now: Search) => Search)) => void;
};

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const failed = 'errors.saved_view.save';

/** Saved views of the list: opened, saved, replaced, renamed, shared and deleted here. */
export function ViewsMenu<Search extends ViewSearch>(props: ViewsMenuProps<Search>) {
  const { of, starters, search, columns, onGo } = props;
  const { t } = useI18n();
  const calls = useViewCalls();
  const [opened, setOpened] = useState(false);
  const [dialog, setDialog] = useState<'new' | 'rename' | 'delete' | null>(null);
  const { data } = useQuery({
    ...viewsQuery(useApi()),
    enabled: opened || search.view !== undefined,
  });
  const views = data?.results.filter(({ list }) => list === of.list) ?? [];
  const current = views.find(({ id }) => id === search.view);
  const isOther = current !== undefined && isChanged(of, search, current);
  const replace = async (view: SavedView) => {
    try {
      onGo(searchOf(of, await calls.update(view, viewOf(of, search, columns))));
      notify({
        message: 'modules.participant.views.done.replaced',
        values: { name: view.name },
        act: failed,
      });
    } catch (error) {
      notifyFailure(error, t, failed);
    }
  };
  const itemsOf = (list: SavedView[]) =>
    list.map((view) => (
      <Menu.Item
        key={view.id}
        className={classes.item ?? ''}
        {...(view.id === current?.id && { 'aria-current': true, rightSection: <IconCheck {...icon} /> })}
        onClick={() => onGo(searchOf(of, view))}
      >
        {view.name}
      </Menu.Item>
    ));
  const [shared, own] = [views.filter((view) => view.shared), views.filter((view) => !view.shared)];
  return (
    <>
      <Menu opened={opened} onChange={setOpened} position="bottom-start" trigger="click">
        <Menu.Target>
          <UnstyledButton className={classes.button ?? ''}>
            <IconBookmark size={16} stroke={1.75} aria-hidden />
            {current ? (
              <b className={classes.name}>
                {current.name}
                {isOther && ` ${t('modules.participant.views.changed')}`}
              </b>
            ) : (
              t('modules.participant.views.views')
            )}
            <IconChevronDown size={15} stroke={2} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu ?? ''}>
          <Menu.Label>{t('modules.participant.views.starters')}</Menu.Label>
          {starters.map((starter) => (
            <Menu.Item key={starter.name} onClick={() => onGo(starter.search)}>
              {starter.name}
            </Menu.Item>
          ))}
          {shared.length > 0 && <Menu.Label>{t('modules.participant.views.shared')}</Menu.Label>}
          {itemsOf(shared)}
          {own.length > 0 && <Menu.Label>{t('modules.participant.views.own')}</Menu.Label>}
          {itemsOf(own)}
          <Menu.Divider />
          {current && isOther && (
            <Menu.Item leftSection={<IconDeviceFloppy {...icon} />} onClick={() => replace(current)}>
              {t('modules.participant.views.replace', { name: current.name })}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} onClick={() => setDialog('new')}>
            {t('modules.participant.views.save')}
          </Menu.Item>
          {current && (
            <>
              <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => copyLink(linkOf(current))}>
                {t('modules.participant.list.copy_link')}
              </Menu.Item>
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setDialog('rename')}>
                {t('modules.participant.views.rename')}
              </Menu.Item>
              <Menu.Item
                color="error"
                leftSection={<IconTrash {...icon} />}
                onClick={() => setDialog('delete')}
              >
                {t('modules.participant.views.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'new' && (
        <NameView
          onSave={async (given) => {
            const { list } = of;
            onGo(searchOf(of, await calls.create({ list, ...viewOf(of, search, columns), ...given })));
            notify({
              message: 'modules.participant.views.done.saved',
              values: { name: given.name },
              act: failed,
            });
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'rename' && current && (
        <NameView
          view={current}
          onSave={async (given) => {
            await calls.update(current, given);
            notify({
              message: 'modules.participant.views.done.saved',
              values: { name: given.name },
              act: failed,
            });
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && current && (
        <DeleteView
          view={current}
          onClose={() => setDialog(null)}
          onDeleted={() => onGo(({ view: _, ...rest }) => rest as Search)}
        />
      )}
    </>
  );
}

/** The address that opens a view for everyone who has it. */
const linkOf = ({ id, list }: SavedView) => `${window.location.origin}/${list}?view=${id}`;
