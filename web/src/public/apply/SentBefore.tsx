import { useEffect, useState } from 'react';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { type Kept, keptSent } from './sent.ts';

/** After a reload, what was sent from this tab already: nobody applies twice for want of a sign. */
export function SentBefore({ groupId }: { groupId: string }) {
  const { t } = usePage();
  const [sent, setSent] = useState<Kept[]>([]);
  useEffect(() => setSent(keptSent(groupId)), [groupId]);
  if (sent.length === 0) return null;
  return (
    <ul className="before">
      {sent.map(({ name, reference }) => (
        <li key={reference} className="notice">
          <Icon name="check" />
          {t('success.before', { name, reference })}
        </li>
      ))}
    </ul>
  );
}
