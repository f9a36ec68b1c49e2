import { Switch } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Organization } from '@vpisnik/contract/organizations';
import { memberRoles, type UserSummary } from '@vpisnik/contract/users';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SettingsSection } from '../../../ui/form/SettingsSection.tsx';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { useRefreshFactors } from '../second-factor/queries.ts';
import classes from './second-factor-section.module.css';

type MemberRole = (typeof memberRoles)[number];

/** A switch per role that requires a second factor; explains the effect before it turns. */
export function SecondFactorSection({ organization }: { organization: Organization }) {
  const { t } = useI18n();
  const { user } = useSession();
  const staff = useActiveStaff();
  const [asked, ask] = useState<MemberRole | null>(null);
  const save = useSave(organization, () => ask(null));
  const required = (role: MemberRole) => save.roles.includes(role);
  const me = staff?.find(({ id }) => id === user?.id);
  return (
    <div className={classes.card}>
      <SettingsSection
        anchor="second-factor"
        title={t('modules.second_factor.title')}
        description={t('modules.settings.second_factor.text')}
        icon={IconShieldLock}
      >
        <ul className={classes.roles}>
          {[...memberRoles].reverse().map((role) => (
            <li key={role}>
              <Switch
                label={t(`layout.roles.${role}`)}
                description={staff && <Coverage people={staff.filter((one) => one.role === role)} />}
                checked={required(role)}
                onChange={() => ask(role)}
              />
            </li>
          ))}
        </ul>
        {me && !me.second_factor && save.roles.includes(me.role) && (
          <p className={classes.own}>
            {t('modules.settings.second_factor.own')}{' '}
            <Link to="/account/security">{t('modules.settings.second_factor.own_link')}</Link>
          </p>
        )}
        <Question
          role={asked}
          isOn={asked !== null && !required(asked)}
          staff={staff}
          save={save}
          onCancel={() => ask(null)}
        />
      </SettingsSection>
    </div>
  );
}

type QuestionProps = {
  role: MemberRole | null;
  /** Whether the role is going to need a factor. */
  isOn: boolean;
  staff: UserSummary[] | undefined;
  save: ReturnType<typeof useSave>;
  onCancel: () => void;
};

/** Asks before the switch turns, naming the effect on the role's users at their next sign-in. */
function Question({ role, isOn, staff, save, onCancel }: QuestionProps) {
  const { t } = useI18n();
  // the words stay while the dialog goes
  const [last, setLast] = useState({ role: memberRoles[0] as MemberRole, isOn: true });
  if (role && (role !== last.role || isOn !== last.isOn)) setLast({ role, isOn });
  const words = last.isOn ? 'on' : 'off';
  const without = staff?.filter((one) => one.role === last.role && !one.second_factor).length ?? 0;
  return (
    <ConfirmDialog
      opened={role !== null}
      title={t(`modules.settings.second_factor.${words}.title`, { role: t(`layout.roles.${last.role}`) })}
      confirm={t(`modules.settings.second_factor.${words}.confirm`)}
      danger={!last.isOn}
      busy={save.isPending}
      onConfirm={() => save.mutate(last)}
      onCancel={onCancel}
    >
      <div className={classes.question}>
        <p>{t(`modules.settings.second_factor.${words}.text`)}</p>
        {last.isOn && without > 0 && <p>{t('modules.settings.second_factor.without', { count: without })}</p>}
      </div>
    </ConfirmDialog>
  );
}

/** Number of the role's users who have a factor. */
function Coverage({ people }: { people: UserSummary[] }) {
  const { t } = useI18n();
  const having = people.filter(({ second_factor }) => second_factor).length;
  if (people.length === 0) return t('modules.settings.second_factor.nobody');
  return t('modules.settings.second_factor.having', { having, all: people.length });
}

/** The staff who can sign in; undefined while they come, or when there are more than a page of them. */
function useActiveStaff(): UserSummary[] | undefined {
  const { data } = useQuery(useApi().users.list.options({ query: { active: 'true', limit: 200 } }));
  if (!data || data.last_id !== null) return undefined;
  return data.results.filter(({ confirmed }) => confirmed);
}

/** Saves one role's switch beside whatever others have saved meanwhile. */
function useSave({ id, second_factor_roles }: Organization, onSettled: () => void) {
  const { t } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  const refresh = useRefreshFactors();
  const [roles, setRoles] = useState<readonly string[]>(second_factor_roles);
  const save = useMutation({
    mutationFn: async ({ role, isOn }: { role: MemberRole; isOn: boolean }) => {
      const { version, second_factor_roles: saved } = await api.organizations.get({ params: { id } });
      const next = memberRoles.filter((one) => (one === role ? isOn : saved.includes(one)));
      return api.organizations.update({ body: { second_factor_roles: next, version } });
    },
    onSuccess: async (saved) => {
      setRoles(saved.second_factor_roles);
      notify({ message: 'modules.settings.done.saved', act: 'errors.organization.save' });
      void refresh();
      await store.reload();
    },
    onError: (error) => notifyFailure(error, t, 'errors.organization.save'),
    onSettled,
  });
  return { ...save, roles };
}
