import type { ActivityAction } from '@vpisnik/contract/activity';
import type { Language } from '@vpisnik/contract/texts';

type Words = { columns: [time: string, who: string, what: string, about: string, details: string] } & {
  actions: Record<ActivityAction, string>;
};

/** The words of the exported trail; the screens have their own. */
export const activityWords: Record<Language, Words> = {
  sl: {
    columns: ['Čas (UTC)', 'Kdo', 'Kaj', 'O kom', 'Podrobnosti'],
    actions: {
      sign_in: 'vstop',
      sign_in_failed: 'neuspešen vstop',
      sign_in_ended: 'odjava naprav',
      account_activated: 'aktivacija računa',
      password_reset_requested: 'prošnja za novo geslo',
      password_reset: 'novo geslo prek povezave',
      password_changed: 'sprememba gesla',
      password_change_demanded: 'zahteva za novo geslo',
      email_changed: 'sprememba e-poštnega naslova',
      identity_linked: 'povezava z računom pri ponudniku',
      second_factor_enabled: 'drugi faktor vklopljen',
      second_factor_disabled: 'drugi faktor izklopljen',
      recovery_code_used: 'uporabljena rezervna koda',
      recovery_codes_renewed: 'nove rezervne kode',
      user_invited: 'vabilo',
      invitation_resent: 'ponovno poslano vabilo',
      invitation_accepted: 'sprejeto vabilo',
      user_changed: 'sprememba uporabnika',
      role_changed: 'sprememba vloge',
      user_activated: 'aktivacija uporabnika',
      user_deactivated: 'deaktivacija uporabnika',
      user_deleted: 'izbris uporabnika',
      owner_change_requested: 'predlog novega naslova organizacije',
      owner_changed: 'nov naslov organizacije',
      acted_for: 'pogled skrbnika sistema',
      acted_for_write: 'dejanje skrbnika sistema',
    },
  },
  en: {
    columns: ['Time (UTC)', 'Who', 'What', 'About whom', 'Details'],
    actions: {
      sign_in: 'signed in',
      sign_in_failed: 'failed to sign in',
      sign_in_ended: 'signed devices out',
      account_activated: 'account activated',
      password_reset_requested: 'asked for a new password',
      password_reset: 'new password by link',
      password_changed: 'password changed',
      password_change_demanded: 'new password demanded',
      email_changed: 'e-mail address changed',
      identity_linked: "connected with the provider's account",
      second_factor_enabled: 'second factor turned on',
      second_factor_disabled: 'second factor turned off',
      recovery_code_used: 'recovery code used',
      recovery_codes_renewed: 'new recovery codes',
      user_invited: 'invited',
      invitation_resent: 'invitation sent again',
      invitation_accepted: 'invitation accepted',
      user_changed: 'user changed',
      role_changed: 'role changed',
      user_activated: 'user activated',
      user_deactivated: 'user deactivated',
      user_deleted: 'user deleted',
      owner_change_requested: 'new address of the organisation proposed',
      owner_changed: "organisation's address changed",
      acted_for: 'platform administrator looked',
      acted_for_write: 'platform administrator acted',
    },
  },
};
