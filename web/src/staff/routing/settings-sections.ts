import { readConfig } from '../../lib/config.ts';
import type { MessageKey } from '../../lib/text/i18n.ts';

const sections = [
  {
    id: 'organization',
    title: 'modules.settings.organization.title',
    words: 'modules.settings.words.organization',
  },
  { id: 'profile', title: 'modules.settings.profile.title', words: 'modules.settings.words.profile' },
  { id: 'locale', title: 'modules.settings.locale.title', words: 'modules.settings.words.locale' },
  {
    id: 'public-pages',
    title: 'modules.settings.public_pages.title',
    words: 'modules.settings.words.public_pages',
  },
  { id: 'owner', title: 'modules.settings.owner.title', words: 'modules.settings.words.owner' },
  {
    id: 'payments',
    title: 'modules.payment_settings.title',
    words: 'modules.payment_settings.words',
  },
  { id: 'discounts', title: 'modules.fee_rules.title', words: 'modules.fee_rules.words' },
  { id: 'closures', title: 'modules.closure.title', words: 'modules.settings.words.closures' },
  {
    id: 'second-factor',
    title: 'modules.second_factor.title',
    words: 'modules.settings.words.second_factor',
  },
  {
    id: 'archive',
    title: 'modules.organization_archive.title',
    words: 'modules.organization_archive.words',
  },
] as const satisfies { id: string; title: MessageKey; words: MessageKey }[];

/** Whether the organisation can ask for a second factor: a hosted provider asks for its own ones. */
export const asksFactors = (): boolean => !readConfig().hosted_sign_in;

/** The sections of the settings page in its order; `id` is the part of the address behind `#`. */
export const settingsSections = () => sections.filter(({ id }) => id !== 'second-factor' || asksFactors());
