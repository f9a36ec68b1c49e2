import { Button, type ButtonProps } from '@mantine/core';
import { useI18n } from '../../lib/text/i18n.ts';
import { waiting } from '../notice/waiting.ts';

/** A list that comes page by page. */
export type PagedList = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

type MoreButtonProps = ButtonProps & { list: PagedList };

/** Asks for further rows of a list, as long as there are some. */
export function MoreButton({ list, children, ...look }: MoreButtonProps) {
  const { t } = useI18n();
  if (!list.hasNextPage) return null;
  return (
    <Button
      {...look}
      ref={handOnFocus}
      {...waiting(list.isFetchingNextPage, () => void list.fetchNextPage())}
    >
      {children ?? t('ui.list.show_more')}
    </Button>
  );
}

const controls = 'a[href], button, input, select, textarea, [tabindex]';

/** Gives the focus of a button that goes with the last page to the control before it, where the rows end. */
function handOnFocus(button: HTMLButtonElement) {
  return () => {
    if (document.activeElement !== button) return;
    const all = [...document.querySelectorAll<HTMLElement>(controls)];
    const before = all
      .slice(0, all.indexOf(button))
      .findLast((one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility());
    // when React has removed it, and a page that goes with it has not placed the focus itself
    queueMicrotask(() => document.activeElement === document.body && before?.focus());
  };
}
