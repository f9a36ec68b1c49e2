import { Combobox, UnstyledButton, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSelector } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session/context.ts';
import { recentOrganizations } from '../../../lib/session/recent-organizations.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import classes from './picker.module.css';
import { useActing } from './use-acting.tsx';

/** Number of organisations offered at once; a longer search finds the others. */
const OFFERED = 8;
/** Milliseconds from the last key to the search. */
const DELAY = 200;

/** Options that are no organisation. */
const ALL = 'all';
const LEAVE = 'leave';

type Offered = { id: string; name: string; second?: string | undefined };

/** Lets a platform ADMIN choose the organisation to act for: a recent one, or any by name. */
export function OrganizationPicker({
  children,
  onNavigate,
}: {
  /** The organisation that is chosen now. */
  children: ReactNode;
  onNavigate?: (() => void) | undefined;
}) {
  const { t } = useI18n();
  const api = useApi();
  const navigate = useNavigate();
  const { organization } = useSession();
  const { actFor, busy, question } = useActing();
  const [typed, setTyped] = useState('');
  const [delayed] = useDebouncedValue(typed.trim(), DELAY);
  const [recent, setRecent] = useState<Offered[]>([]);
  const combobox = useCombobox({
    onDropdownOpen: () => {
      setRecent(recentOrganizations(localStorage).list());
      combobox.focusSearchInput();
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped('');
    },
  });
  const opened = combobox.dropdownOpened;
  const search = typed.trim() && delayed;
  const list = useQuery({
    ...api.organizations.list.options({ query: { limit: OFFERED, ...(search && { search }) } }),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (organization) recentOrganizations(localStorage).note(organization);
  }, [organization]);

  const others = recent.filter(({ id }) => id !== organization?.id);
  const remembered = search ? [] : others;
  const found = (list.data?.results ?? [])
    .filter(({ id }) => id !== organization?.id && !remembered.some((one) => one.id === id))
    .map(({ id, name, active, owner_email }) => ({
      id,
      name,
      second: active ? owner_email : t('layout.default_authenticated.inactive'),
    }));

  // Enter always takes the first option
  const first = remembered[0]?.id ?? found[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew when something else is offered
  useEffect(() => {
    if (opened && first) combobox.selectFirstOption();
  }, [opened, first]);

  function choose(value: string) {
    const words = typed.trim();
    combobox.closeDropdown();
    onNavigate?.();
    if (value === ALL) void navigate({ to: '/organizations', search: words ? { search: words } : {} });
    else actFor(value === LEAVE ? null : value);
  }

  const problem = list.isError
    ? t('errors.general.query')
    : list.data && found.length === 0 && remembered.length === 0 && search
      ? t('layout.picker.none')
      : undefined;
  return (
    <>
      {question}
      <Combobox
        store={combobox}
        onOptionSubmit={choose}
        // keys of its button open it as well as a click
        readOnly={busy}
        width={300}
        position="bottom-start"
        shadow="md"
      >
        <Combobox.Target targetType="button" withAriaAttributes={false}>
          <UnstyledButton
            className={classes.target}
            aria-haspopup="dialog"
            aria-expanded={opened}
            {...waiting(busy, () => combobox.toggleDropdown())}
          >
            {children}
            <span className="vh">, {t('layout.default_authenticated.choose_organization')}</span>
            <IconSelector size={18} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Search
            type="search"
            role="combobox"
            aria-expanded={opened}
            aria-label={t('layout.picker.search')}
            placeholder={t('layout.picker.search')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Combobox.Options mah={360} className={classes.options} aria-label={t('layout.picker.search')}>
            {remembered.length > 0 && (
              <Combobox.Group label={t('layout.picker.recent')}>{remembered.map(optionOf)}</Combobox.Group>
            )}
            {found.length > 0 && (
              <Combobox.Group label={t(search ? 'layout.picker.found' : 'layout.picker.others')}>
                {found.map(optionOf)}
              </Combobox.Group>
            )}
            {problem && <Combobox.Empty>{problem}</Combobox.Empty>}
            <Combobox.Group label={t('layout.picker.more')}>
              <Combobox.Option value={ALL} className={classes.option}>
                {t('layout.picker.all')}
              </Combobox.Option>
              {organization && (
                <Combobox.Option value={LEAVE} className={classes.option}>
                  {t('layout.default_authenticated.leave')}
                </Combobox.Option>
              )}
            </Combobox.Group>
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </>
  );
}

function optionOf({ id, name, second }: Offered) {
  return (
    <Combobox.Option key={id} value={id} className={classes.option}>
      <span className={classes.name}>{name}</span>
      {second && <span className={classes.second}>{second}</span>}
    </Combobox.Option>
  );
}
