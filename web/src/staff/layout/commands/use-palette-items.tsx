import {
  IconBookmark,
  IconCategoryPlus,
  IconFileImport,
  IconKeyboard,
  IconLogout,
  IconMapPinPlus,
  IconSettings,
  IconUser,
  IconUserPlus,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { fold } from '@vpisnik/contract/rules/slug';
import { shownStatusOf } from '@vpisnik/contract/rules/statuses';
import { bestText } from '@vpisnik/contract/rules/texts';
import type { ComponentType } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session/context.ts';
import { matches } from '../../../lib/text/fold.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { lists } from '../../features/imports/kinds.ts';
import type { ParticipantsSearch } from '../../features/participants/address.ts';
import type { PaymentsSearch } from '../../features/participants/payment-list/address.ts';
import { paymentStarterNames, paymentStarters } from '../../features/participants/payment-list/views.ts';
import { viewsQuery } from '../../features/participants/views/queries.ts';
import { starterNames, starterViews } from '../../features/participants/views/values.ts';
import { useCan } from '../../permission/Permission.tsx';
import { settingsSections } from '../../routing/settings-sections.ts';
import { openCommand } from './open-command.ts';
import { pagesFor } from './palette-pages.ts';

export type PaletteItem = {
  id: string;
  label: string;
  second?: string | undefined;
  /** Other words that lead to it. */
  words?: string;
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;
  run: () => unknown;
};
export type PaletteSection = { id: string; title: string; items: PaletteItem[] };

/** Letters from which groups and people are looked for. */
const FROM = 2;
/** Number of results shown per section; the list shows the rest. */
const FOUND = 6;
/** Number of groups fetched: the list is alphabetical, so names that begin with the search may come late in it. */
const RANKED = 50;

/** Items of the palette for a typed search: screens and actions by name, groups and participants in scope from the server. */
export function usePaletteItems(typed: string, settled: string, onSignOut: () => void) {
  const { t, locale } = useI18n();
  const api = useApi();
  const navigate = useNavigate();
  const { role, organization } = useSession();
  const timeZone = useTimeZone();
  const can = useCan();
  const search = settled.trim().slice(0, 100);
  const isSought = organization !== null && search.length >= FROM;
  const groups = useQuery({
    ...api.groups.list.options({ query: { search, limit: RANKED, language: locale } }),
    enabled: isSought,
    placeholderData: keepPreviousData,
  });
  const people = useQuery({
    ...api.participants.find.options({ query: { search, limit: FOUND } }),
    enabled: isSought && can('participants.read'),
    placeholderData: keepPreviousData,
  });
  const views = useQuery({
    ...viewsQuery(api),
    enabled: organization !== null && can('participants.list'),
  });
  if (!role) return { sections: [], isSearching: false, failed: false };

  const screens: PaletteItem[] = pagesFor(role, organization !== null)
    .filter(({ onlySought }) => !onlySought || typed.trim() !== '')
    .map(({ path, title, icon, words }) => ({
      id: path,
      label: t(title),
      ...(words && { words: t(words) }),
      icon,
      run: () => navigate({ to: path }),
    }));
  const own = organization !== null;
  const settings: PaletteItem[] = settingsSections().map(({ id, title, words }) => ({
    id: `settings-${id}`,
    label: t(title),
    second: t('layout.titles.settings'),
    words: t(words),
    icon: IconSettings,
    run: () => navigate({ to: '/settings', hash: id }),
  }));
  const actions: (PaletteItem & { allowed: boolean })[] = [
    {
      id: 'new-group',
      label: t('layout.palette.new_group'),
      icon: IconUsersPlus,
      allowed: own && can('groups.manage'),
      run: () => navigate({ to: '/groups/$group_id', params: { group_id: 'new' } }),
    },
    {
      id: 'new-category',
      label: t('layout.palette.new_category'),
      icon: IconCategoryPlus,
      allowed: own && can('categories.manage'),
      run: () => navigate({ to: '/categories', search: { edit: 'new' } }),
    },
    {
      id: 'new-location',
      label: t('layout.palette.new_location'),
      icon: IconMapPinPlus,
      allowed: own && can('locations.manage'),
      run: () => navigate({ to: '/locations', search: { edit: 'new' } }),
    },
    {
      id: 'invite',
      label: t('layout.palette.invite'),
      icon: IconUserPlus,
      allowed: own && can('users.manage'),
      run: () => navigate({ to: '/users', search: { edit: 'new' } }),
    },
    ...(['groups', 'participants', 'categories', 'locations'] as const).map((kind) => ({
      id: `import-${kind}`,
      label: t(kind === 'participants' ? 'modules.import_people.title' : `modules.import.titles.${kind}`),
      words: t('modules.palette.words.import'),
      icon: IconFileImport,
      allowed:
        typed.trim() !== '' &&
        own &&
        can(kind === 'participants' ? 'participants.manage' : lists[kind].permission),
      run: () => navigate({ to: '/imports/$kind', params: { kind } }),
    })),
    {
      id: 'shortcuts',
      label: t('layout.shortcuts.title'),
      icon: IconKeyboard,
      allowed: true,
      run: () => openCommand('shortcuts'),
    },
    {
      id: 'sign-out',
      label: t('layout.default_authenticated.sign_out'),
      icon: IconLogout,
      allowed: true,
      run: onSignOut,
    },
  ];
  const viewItem = (
    id: string,
    label: string,
    of: { list: 'participants'; search: ParticipantsSearch } | { list: 'payments'; search: PaymentsSearch },
  ): PaletteItem => ({
    id: `view-${id}`,
    label,
    second: t(
      of.list === 'payments' ? 'modules.participant.tabs.payments' : 'modules.participant.participants',
    ),
    icon: IconBookmark,
    run: () =>
      of.list === 'payments'
        ? navigate({ to: '/payments', search: of.search })
        : navigate({ to: '/participants', search: of.search }),
  });
  const starters = paymentStarters(localDay(new Date(), timeZone));
  const viewItems =
    own && can('participants.list')
      ? [
          ...starterNames.map((name) =>
            viewItem(name, t(`modules.participant.views.starter.${name}`), {
              list: 'participants',
              search: starterViews[name],
            }),
          ),
          ...paymentStarterNames.map((name) =>
            viewItem(`payments-${name}`, t(`modules.payment_list.views.${name}`), {
              list: 'payments',
              search: starters[name],
            }),
          ),
          ...(views.data?.results ?? []).map(({ id, name, list }) =>
            viewItem(id, name, { list, search: { view: id } }),
          ),
        ]
      : [];
  const named = (items: PaletteItem[]) =>
    items.filter(({ label, words = '' }) => matches(`${label} ${words}`, typed.trim()));
  const found = isSought && typed.trim().length >= FROM;
  const sections: PaletteSection[] = [
    // local items come first, so that the selection doesn't jump when the server answers
    { id: 'screens', title: t('layout.palette.screens'), items: named(screens) },
    {
      id: 'settings',
      title: t('layout.titles.settings'),
      items: typed.trim() && own && can('settings.manage') ? named(settings) : [],
    },
    {
      id: 'actions',
      title: t('layout.palette.actions'),
      items: named(actions.filter(({ allowed }) => allowed)),
    },
    {
      id: 'views',
      title: t('layout.palette.views'),
      items: typed.trim() ? named(viewItems) : [],
    },
    {
      id: 'groups',
      title: t('modules.group.groups'),
      items: nearestFirst(
        (found ? (groups.data?.results ?? []) : []).map((group) => ({
          id: `group-${group.id}`,
          label: bestText(group.name, locale).text,
          second: bestText(group.category_name, locale).text,
          icon: IconUsersGroup,
          run: () => navigate({ to: '/groups/$group_id', params: { group_id: group.id } }),
        })),
        search,
      ).slice(0, FOUND),
    },
    {
      id: 'people',
      title: t('modules.participant.participants'),
      items: (found ? (people.data?.results ?? []) : []).map((person) => ({
        id: `person-${person.id}`,
        label: person.name,
        second: [
          bestText(person.group_name, locale).text,
          shownStatusOf(person) === 'withdrawn' && t('modules.participant.status.withdrawn'),
          person.guardian_name,
          person.guardian_phone ?? person.phone,
        ]
          .filter(Boolean)
          .join(' · '),
        icon: IconUser,
        run: () =>
          can('participants.list')
            ? navigate({ to: '/participants/$participant_id', params: { participant_id: person.id } })
            : navigate({
                to: '/groups/$group_id',
                params: { group_id: person.group_id },
                search: { tab: 'participants', participant: person.id },
              }),
      })),
    },
  ];
  return {
    sections: sections.filter(({ items }) => items.length > 0),
    isSearching: groups.isFetching || people.isFetching || (isSought && search !== typed.trim()),
    failed: found && (groups.isError || people.isError),
  };
}

/** Stable sort: exact matches of the name, then prefixes, then the rest. */
function nearestFirst(items: PaletteItem[], search: string): PaletteItem[] {
  const sought = fold(search);
  const distance = ({ label }: PaletteItem) => {
    const name = fold(label);
    return name === sought ? 0 : name.startsWith(sought) ? 1 : 2;
  };
  return items.toSorted((a, b) => distance(a) - distance(b));
}
