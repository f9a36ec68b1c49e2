import { useEffect, useState } from 'react';
import { usePage } from '../page.tsx';
import { Icon } from '../parts/Icon.tsx';
import { type Kept, keptSent } from './sent.ts';
import { keptOf, type Sent } from './useApplication.ts';

type Props = {
  groupId: string;
  /** Sent just now, while its receipt isn't there. */
  sent: Sent | null;
};

/**
 * After a reload, what was sent from this tab already: nobody applies twice for want of a sign. What was sent just now takes the
 * form's place when the receipt's files don't come, and leads to the receipt that the server renders.
 */
export function SentBefore({ groupId, sent }: Props) {
  const { t } = usePage();
  const [kept, setKept] = useState<Kept[]>([]);
  useEffect(() => setKept(keptSent(groupId)), [groupId]);
  const now = sent && keptOf(sent);
  const before = kept.filter((one) => one.reference !== now?.reference);
  const all = now ? [...before, now] : before;
  if (all.length === 0) return null;
  return (
    <div className="before">
      {all.map((one) => (
        <div
          key={one.reference}
          className={one.waits ? 'notice' : 'notice done'}
          {...(one === now && { role: 'status', tabIndex: -1, ref: focus })}
        >
          <Icon name={one.waits ? 'hourglass' : 'check'} />
          <div>
            {t(one.waits ? 'apply.before_queue' : 'apply.before', {
              name: one.name,
              reference: one.reference,
            })}
            {one === now && (
              <form method="post">
                {sent?.entries.map(([name, value]) => (
                  <input key={name + value} type="hidden" name={name} value={value} />
                ))}
                <button className="btn" type="submit">
                  {t('apply.receipt')}
                </button>
              </form>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

const focus = (notice: HTMLElement | null) => notice?.focus();
