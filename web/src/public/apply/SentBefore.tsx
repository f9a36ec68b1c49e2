import { useEffect, useState } from 'react';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { type Kept, keptSent } from './sent.ts';
import type { Sent } from './useApplication.ts';

type Props = {
  groupId: string;
  /** Sent just now, while its receipt is on its way. */
  sent: Sent | null;
};

/** After a reload, what was sent from this tab already: nobody applies twice for want of a sign. */
export function SentBefore({ groupId, sent }: Props) {
  const { t } = usePage();
  const [kept, setKept] = useState<Kept[]>([]);
  useEffect(() => setKept(keptSent(groupId)), [groupId]);
  const reference = sent?.receipt.reference;
  const before = kept.filter((one) => one.reference !== reference);
  const all = sent && reference ? [...before, { name: sent.name, reference }] : before;
  if (all.length === 0) return null;
  return (
    <ul className="before">
      {all.map(({ name, reference }) => (
        <li key={reference} className="notice">
          <Icon name="check" />
          {t('apply.before', { name, reference })}
        </li>
      ))}
    </ul>
  );
}
