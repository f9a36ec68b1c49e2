import {
  IconBuilding,
  IconCategory,
  IconForms,
  IconLayoutDashboard,
  IconMailCog,
  IconSettings,
  IconUserCheck,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { MenuIcon } from '../routing/meta.ts';

/** The menu's icons by the name that route metadata uses. */
export const menuIcons: Record<MenuIcon, typeof IconBuilding> = {
  dashboard: IconLayoutDashboard,
  group: IconUsersGroup,
  participants: IconUserCheck,
  category: IconCategory,
  location: IconBuilding,
  notification: IconMailCog,
  user_management: IconUsers,
  settings: IconSettings,
  form: IconForms,
};
