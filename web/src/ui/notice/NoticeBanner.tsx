import { noticeText } from '@vpisnik/contract/rules/installation';
import { useNotice } from '../../lib/notice.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { Banner } from './Banner.tsx';

/** What the operator tells everybody, above the page; without words of theirs, that nothing can be changed. */
export function NoticeBanner() {
  const { t, locale } = useI18n();
  const notice = useNotice();
  if (!notice) return null;
  const told = noticeText(notice, locale);
  return (
    <Banner>{told ? <span lang={told.language}>{told.text}</span> : t('layout.read_only_notice')}</Banner>
  );
}
