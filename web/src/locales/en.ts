import type { Translation } from '../lib/text/translate.ts';
import { account } from './en/account.ts';
import { activity } from './en/activity.ts';
import { calendarFeed } from './en/calendar-feed.ts';
import { catalogue } from './en/catalogue.ts';
import { category } from './en/category.ts';
import { closure } from './en/closure.ts';
import { dashboard } from './en/dashboard.ts';
import { errors } from './en/errors.ts';
import { formField } from './en/form-field.ts';
import { group } from './en/group.ts';
import { groupTools } from './en/group-tools.ts';
import { importing } from './en/import.ts';
import { layout } from './en/layout.ts';
import { location } from './en/location.ts';
import { notificationTemplate } from './en/notification-template.ts';
import { organization } from './en/organization.ts';
import { participant } from './en/participant.ts';
import { register } from './en/register.ts';
import { schedule } from './en/schedule.ts';
import { secondFactor } from './en/second-factor.ts';
import { settings } from './en/settings.ts';
import { setup } from './en/setup.ts';
import { signIn } from './en/sign-in.ts';
import { ui } from './en/ui.ts';
import { user } from './en/user.ts';
import type { sl } from './sl.ts';

/** The staff app's messages in English. */
export const en: Translation<typeof sl> = {
  layout,
  ui,
  errors,
  modules: {
    account,
    activity,
    calendar_feed: calendarFeed,
    catalogue,
    category,
    closure,
    dashboard,
    form_field: formField,
    group,
    group_tools: groupTools,
    import: importing,
    location,
    notification_template: notificationTemplate,
    organization,
    participant,
    register,
    schedule,
    second_factor: secondFactor,
    settings,
    setup,
    sign_in: signIn,
    user,
  },
};
