import {
  IconAddressBook,
  IconBuildingCommunity,
  IconCash,
  IconChartBar,
  IconFileDollar,
  IconGauge,
  IconHistory,
  IconMail,
  IconMailForward,
  IconRoute,
  IconServerCog,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react';
import type { Role } from '@vpisnik/contract/rules/roles';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import { mayOpen } from '../../routing/menu.ts';
import { type RouteMeta, type RoutePath, routes } from '../../routing/meta.ts';
import { menuIcons } from '../menu-icons.tsx';

type Icon = typeof IconUser;
/** Of a page in the menu, title and icon are those of the menu. */
type Page = { title?: MessageKey; icon?: Icon; words?: MessageKey; onlySought?: true };

/** Signed-in pages that nobody opens by name. */
type Unnamed = '/disabled';

type NamedPath = {
  [Path in RoutePath]: Path extends `${string}$${string}` | Unnamed
    ? never
    : (typeof routes)[Path] extends { auth: false }
      ? never
      : Path;
}[RoutePath];

/** Every page that needs no more than its name to be opened; `onlySought` ones are left out while nothing is typed. */
const pages: Record<NamedPath, Page> = {
  '/dashboard': { words: 'modules.palette.words.dashboard' },
  '/groups': { words: 'modules.palette.words.groups' },
  '/participants': { words: 'modules.palette.words.participants' },
  '/payments': { icon: IconCash, words: 'modules.palette.words.payments' },
  '/messages': { icon: IconMail, words: 'modules.palette.words.messages' },
  '/payments/report': {
    icon: IconChartBar,
    words: 'modules.palette.words.payment_report',
    onlySought: true,
  },
  '/payments/statements': {
    title: 'modules.statement.title',
    icon: IconFileDollar,
    words: 'modules.palette.words.statements',
    onlySought: true,
  },
  '/categories': { words: 'modules.palette.words.categories' },
  '/locations': { words: 'modules.palette.words.locations' },
  '/form-fields': { words: 'modules.palette.words.form_fields' },
  '/notifications': { words: 'modules.palette.words.notifications' },
  '/users': { words: 'modules.palette.words.users' },
  '/settings': {},
  '/setup': { icon: IconRoute, onlySought: true },
  '/activity': { icon: IconHistory, words: 'modules.palette.words.activity', onlySought: true },
  '/account': { title: 'layout.default_authenticated.account', icon: IconUser },
  '/account/security': {
    title: 'layout.default_authenticated.security',
    icon: IconShieldLock,
    words: 'modules.palette.words.security',
  },
  '/organizations': { icon: IconBuildingCommunity },
  '/organizations/use': { title: 'modules.organization_use.tab', icon: IconGauge },
  '/organizations/mails': { title: 'modules.mail_queue.tabs.mails', icon: IconMailForward },
  '/organizations/dns': { title: 'modules.mail_queue.tabs.dns', icon: IconAddressBook },
  '/installation': { icon: IconServerCog, words: 'modules.palette.words.installation' },
};

export type PalettePage = {
  path: NamedPath;
  title: MessageKey;
  icon: Icon;
  words: MessageKey | undefined;
  onlySought: boolean;
};

/** The pages that a role may open, in the order of the routes. */
export function pagesFor(role: Role, hasOrganization: boolean): PalettePage[] {
  const entries = Object.entries(routes) as [NamedPath, RouteMeta][];
  return entries.flatMap(([path, route]) => {
    const page: Page | undefined = pages[path];
    if (!page || !mayOpen(role, hasOrganization, route)) return [];
    const icon = page.icon ?? (route.menu ? menuIcons[route.menu.icon] : IconRoute);
    const { title = route.title, words, onlySought = false } = page;
    return [{ path, title, icon, words, onlySought }];
  });
}
