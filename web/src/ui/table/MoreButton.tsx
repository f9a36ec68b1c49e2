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
    <Button {...look} {...waiting(list.isFetchingNextPage, () => void list.fetchNextPage())}>
      {children ?? t('ui.list.show_more')}
    </Button>
  );
}
