import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ImportKind } from '@vpisnik/contract/imports';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useMay } from '../../permission/Permission.tsx';
import { lists } from './kinds.ts';

/** The way to the assistant, for who may add such things. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const { t } = useI18n();
  if (!useMay(lists[kind].permission)) return null;
  return (
    <Button
      leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/imports/$kind" params={{ kind }} {...props} />}
    >
      {t('layout.titles.import')}
    </Button>
  );
}
