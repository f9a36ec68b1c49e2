import type { Role } from '@vpisnik/contract/rules/roles';

/** A user of a demo organisation, or a platform ADMIN. */
export type DemoAccount = {
  email: string;
  name: string;
  role: Role;
  /** Text that the demo prints beside the address; accounts without it only lead groups. */
  says?: string;
  /** Sees groups that they lead and these, by label; without it all. */
  groups?: string[];
};

/** The password of every demo account. */
export const demoPassword = 'Vpisnik-2026!';

export const platformAccounts: DemoAccount[] = [
  {
    email: 'admin@vpisnik.test',
    name: 'Petra Vodnik',
    role: 'ADMIN',
    says: 'administrator of the whole platform',
  },
];

export const zvezdaAccounts: DemoAccount[] = [
  {
    email: 'owner@zvezda.test',
    name: 'Maja Kovač',
    role: 'ORGANIZATION_ADMIN',
    says: 'Plesna šola Zvezda, organisation administrator',
  },
  {
    email: 'group-admin@zvezda.test',
    name: 'Nina Bergant',
    role: 'GROUP_ADMIN',
    says: 'group administrator of the groups she leads and of tap dance',
    groups: ['stepanje'],
  },
  {
    email: 'editor@zvezda.test',
    name: 'Rok Zupan',
    role: 'GROUP_EDITOR_USER',
    says: 'group editor of the groups he leads',
    groups: ['breakdance'],
  },
  {
    email: 'viewer@zvezda.test',
    name: 'Katja Šega',
    role: 'GROUP_VIEWER_USER',
    says: 'group viewer of all groups',
  },
  {
    email: 'ales.hribar@zvezda.test',
    name: 'Aleš Hribar',
    role: 'GROUP_EDITOR_USER',
    groups: ['salsa-za-pare'],
  },
];

export const zmajAccounts: DemoAccount[] = [
  {
    email: 'owner@zmaj.test',
    name: 'Gregor Zajc',
    role: 'ORGANIZATION_ADMIN',
    says: 'NK Zmaj, organisation administrator',
  },
  { email: 'luka.kranjc@zmaj.test', name: 'Luka Kranjc', role: 'GROUP_ADMIN', groups: ['u11'] },
  {
    email: 'ana.potocnik@zmaj.test',
    name: 'Ana Potočnik',
    role: 'GROUP_EDITOR_USER',
    groups: ['dekleta-u13'],
  },
];

/** The sign-ins that the demo prints. */
export const demoAccounts = [...zvezdaAccounts, ...zmajAccounts, ...platformAccounts].flatMap(
  ({ email, says }) => (says ? [{ email, says }] : []),
);
