import { calendarFeed } from './calendar-feed.ts';
import { dailyErrors } from './daily-errors.ts';
import { dashboard } from './dashboard.ts';
import { group } from './group.ts';
import { groupTools } from './group-tools.ts';
import { layout } from './layout.ts';
import { participant } from './participant.ts';
import { schedule } from './schedule.ts';
import { ui } from './ui.ts';

/** What the pages of every day say before anything is opened, in Slovenian. */
export const daily = {
  layout,
  ui,
  errors: dailyErrors,
  modules: { calendar_feed: calendarFeed, dashboard, group, group_tools: groupTools, participant, schedule },
};
