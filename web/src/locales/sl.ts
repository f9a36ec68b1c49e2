import { account } from './sl/account.ts';
import { activity } from './sl/activity.ts';
import { calendarFeed } from './sl/calendar-feed.ts';
import { catalogue } from './sl/catalogue.ts';
import { category } from './sl/category.ts';
import { closure } from './sl/closure.ts';
import { dashboard } from './sl/dashboard.ts';
import { errors } from './sl/errors.ts';
import { formField } from './sl/form-field.ts';
import { group } from './sl/group.ts';
import { groupTools } from './sl/group-tools.ts';
import { importing } from './sl/import.ts';
import { layout } from './sl/layout.ts';
import { location } from './sl/location.ts';
import { notificationTemplate } from './sl/notification-template.ts';
import { organization } from './sl/organization.ts';
import { participant } from './sl/participant.ts';
import { register } from './sl/register.ts';
import { schedule } from './sl/schedule.ts';
import { secondFactor } from './sl/second-factor.ts';
import { settings } from './sl/settings.ts';
import { setup } from './sl/setup.ts';
import { signIn } from './sl/sign-in.ts';
import { ui } from './sl/ui.ts';
import { user } from './sl/user.ts';

/** The staff app's messages in Slovenian; they define the keys that every other language must have. */
export const sl = {
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
