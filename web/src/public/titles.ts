import type { LivePage } from '@vpisnik/contract/rules/public-pages';
import { bestText } from '@vpisnik/contract/rules/texts';
import type { Page } from './page.tsx';

/** The document's title on a live page, in the language it is shown in. */
export function liveTitle(page: LivePage, { t, language }: Page): string {
  const organization = page.organization.name;
  return page.kind === 'groups'
    ? t('groups.title', { category: bestText(page.category.name, language).text, organization })
    : t('apply.title', { group: bestText(page.group.name, language).text, organization });
}

/** Description of a live page, for search engines and link previews. */
export function liveDescription(page: LivePage, { t, language }: Page): string {
  if (page.kind === 'groups') {
    const category = bestText(page.category.name, language).text;
    return bestText(page.category.description, language).text || t('groups.description', { category });
  }
  const group = bestText(page.group.name, language).text;
  return bestText(page.group.description, language).text || t('apply.description', { group });
}
