import type { Role } from '@vpisnik/contract/rules/roles';
import type { MessageKey } from '../../lib/text/i18n.ts';

/** Sections of the menu, in their order; `main` has no heading. */
export const menuSections = ['main', 'organization'] as const;

export type MenuSection = (typeof menuSections)[number];

export type MenuIcon =
  | 'dashboard'
  | 'group'
  | 'participants'
  | 'category'
  | 'location'
  | 'notification'
  | 'user_management'
  | 'settings'
  | 'form';

export type RouteMeta = {
  name: string;
  /** Key of the page's title in menu, top bar and document. */
  title: MessageKey;
  layout: 'default_authenticated' | 'auth' | 'empty';
  /** False makes the route public; absent: needs a session. */
  auth?: false;
  /** Lowest role that may open it; absent: any role. */
  role?: Role;
  /** Works on an organisation's data, so a platform ADMIN must have chosen one. */
  tenant?: true;
  /** A sign-in page, which redirects users who have a session. */
  login?: true;
  /** Opened every day: its first look needs the daily texts alone, of `locales/<language>/daily.ts`. */
  daily?: true;
  /** The page in the menu that it is a tab of. */
  within?: '/participants';
  /** Place in the menu; absent: hidden. */
  menu?: { section: MenuSection; icon: MenuIcon };
};

const account = { layout: 'auth', auth: false } as const;
const tenant = { layout: 'default_authenticated', tenant: true } as const;

/** Every route of the staff app by its path; parameters are written as the router does, `$group_id`. */
export const routes = {
  '/login': { ...account, name: 'Login', title: 'layout.titles.login', login: true },
  '/register': { ...account, name: 'Register', title: 'layout.titles.register' },
  '/register-success': { ...account, name: 'RegisterSuccess', title: 'layout.titles.register_success' },
  '/activation': { ...account, name: 'Activation', title: 'layout.titles.activation' },
  '/invitation': { ...account, name: 'Invitation', title: 'layout.titles.invitation' },
  '/reset-password': { ...account, name: 'ResetPassword', title: 'layout.titles.reset_password' },
  '/reset-password/confirm': {
    ...account,
    name: 'ResetPasswordConfirm',
    title: 'layout.titles.reset_password_confirm',
  },
  '/required-password-change': {
    ...account,
    name: 'RequiredPasswordChange',
    title: 'layout.titles.required_password_change',
  },
  '/email-change': { ...account, name: 'EmailChange', title: 'layout.titles.email_change' },
  '/owner-change': { ...account, name: 'OwnerChange', title: 'layout.titles.owner_change' },
  '/dashboard': {
    ...tenant,
    daily: true,
    name: 'Dashboard',
    title: 'layout.default_authenticated.dashboard',
    menu: { section: 'main', icon: 'dashboard' },
  },
  '/groups': {
    ...tenant,
    daily: true,
    name: 'Groups',
    title: 'modules.group.groups',
    role: 'GROUP_VIEWER_USER',
    menu: { section: 'main', icon: 'group' },
  },
  '/groups/$group_id': {
    ...tenant,
    daily: true,
    name: 'GroupWithId',
    title: 'modules.group.groups',
    role: 'GROUP_VIEWER_USER',
  },
  '/groups/$group_id/roster': {
    ...tenant,
    name: 'GroupRoster',
    title: 'modules.group.groups',
    role: 'GROUP_VIEWER_USER',
  },
  '/imports/$kind': {
    ...tenant,
    name: 'Import',
    title: 'layout.titles.import',
    role: 'GROUP_ADMIN',
  },
  '/participants': {
    ...tenant,
    daily: true,
    name: 'Participants',
    title: 'modules.participant.participants',
    role: 'ORGANIZATION_ADMIN',
    menu: { section: 'main', icon: 'participants' },
  },
  '/participants/$participant_id': {
    ...tenant,
    daily: true,
    name: 'ParticipantWithId',
    title: 'modules.participant.participants',
    role: 'ORGANIZATION_ADMIN',
  },
  '/participants/$participant_id/account': {
    ...tenant,
    name: 'PaymentAccount',
    title: 'layout.titles.payment_account',
    role: 'GROUP_ADMIN',
  },
  '/payments': {
    ...tenant,
    name: 'Payments',
    title: 'modules.participant.tabs.payments',
    role: 'ORGANIZATION_ADMIN',
    within: '/participants',
  },
  '/messages': {
    ...tenant,
    name: 'Messages',
    title: 'modules.participant.tabs.messages',
    role: 'ORGANIZATION_ADMIN',
    within: '/participants',
  },
  '/messages/$message_id': {
    ...tenant,
    name: 'MessageWithId',
    title: 'modules.participant.tabs.messages',
    role: 'GROUP_ADMIN',
  },
  '/families/$family_id': {
    ...tenant,
    name: 'Family',
    title: 'modules.participant.participants',
    role: 'GROUP_ADMIN',
  },
  '/participants/$participant_id/same/$other_id': {
    ...tenant,
    name: 'SamePerson',
    title: 'modules.participant.participants',
    role: 'ORGANIZATION_ADMIN',
  },
  '/payments/report': {
    ...tenant,
    name: 'PaymentReport',
    title: 'layout.titles.payment_report',
    role: 'ORGANIZATION_ADMIN',
  },
  '/payments/statements': {
    ...tenant,
    name: 'Statements',
    title: 'modules.participant.tabs.payments',
    role: 'ORGANIZATION_ADMIN',
  },
  '/payments/statements/$statement_id': {
    ...tenant,
    name: 'StatementWithId',
    title: 'modules.participant.tabs.payments',
    role: 'ORGANIZATION_ADMIN',
  },
  '/categories': {
    ...tenant,
    name: 'CategoriesPage',
    title: 'layout.titles.categories',
    role: 'ORGANIZATION_ADMIN',
    menu: { section: 'organization', icon: 'category' },
  },
  '/locations': {
    ...tenant,
    name: 'LocationsPage',
    title: 'layout.titles.locations',
    role: 'ORGANIZATION_ADMIN',
    menu: { section: 'organization', icon: 'location' },
  },
  '/form-fields': {
    ...tenant,
    name: 'FormFieldsPage',
    title: 'layout.titles.form_fields',
    role: 'ADMIN',
    menu: { section: 'organization', icon: 'form' },
  },
  '/notifications': {
    ...tenant,
    name: 'NotificationTemplatesPage',
    title: 'layout.titles.notification_templates',
    role: 'ORGANIZATION_ADMIN',
    menu: { section: 'organization', icon: 'notification' },
  },
  '/notifications/$template_id': {
    ...tenant,
    name: 'NotificationTemplate',
    title: 'layout.titles.notification_templates',
    role: 'ORGANIZATION_ADMIN',
  },
  '/users': {
    ...tenant,
    name: 'Users',
    title: 'layout.titles.users',
    role: 'ORGANIZATION_ADMIN',
    menu: { section: 'organization', icon: 'user_management' },
  },
  '/settings': {
    ...tenant,
    name: 'Settings',
    title: 'layout.titles.settings',
    role: 'ORGANIZATION_ADMIN',
    menu: { section: 'organization', icon: 'settings' },
  },
  '/setup': {
    ...tenant,
    name: 'FirstRun',
    title: 'layout.titles.setup',
    role: 'ORGANIZATION_ADMIN',
  },
  '/activity': {
    ...tenant,
    name: 'Activity',
    title: 'layout.titles.activity',
    role: 'ORGANIZATION_ADMIN',
  },
  '/account': {
    name: 'Account',
    title: 'layout.titles.profile',
    layout: 'default_authenticated',
  },
  '/account/security': {
    name: 'AccountSecurity',
    title: 'layout.titles.security',
    layout: 'default_authenticated',
  },
  '/organizations': {
    name: 'OrganizationPage',
    title: 'layout.titles.organizations',
    layout: 'default_authenticated',
    role: 'ADMIN',
  },
  '/organizations/use': {
    name: 'OrganizationUse',
    title: 'layout.titles.organizations',
    layout: 'default_authenticated',
    role: 'ADMIN',
  },
  '/organizations/mails': {
    name: 'MailQueue',
    title: 'layout.titles.organizations',
    layout: 'default_authenticated',
    role: 'ADMIN',
  },
  '/organizations/dns': {
    name: 'MailDns',
    title: 'layout.titles.organizations',
    layout: 'default_authenticated',
    role: 'ADMIN',
  },
  '/installation': {
    name: 'Installation',
    title: 'layout.titles.installation',
    layout: 'default_authenticated',
    role: 'ADMIN',
  },
  '/disabled': {
    name: 'Disabled',
    title: 'layout.disabled.title',
    layout: 'empty',
    role: 'GROUP_VIEWER_USER',
  },
} as const satisfies Record<string, RouteMeta>;

export type RoutePath = keyof typeof routes;

/** The meta of a matched route's full path (an index route's trailing slash is ignored); undefined when unknown. */
export function metaOf(fullPath: string): (RouteMeta & { path: RoutePath }) | undefined {
  const path = fullPath.replace(/(?<=.)\/$/, '');
  return path in routes ? { ...routes[path as RoutePath], path: path as RoutePath } : undefined;
}
