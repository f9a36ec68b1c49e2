import { Button } from '@mantine/core';
import { formatInstant } from '@vpisnik/contract/rules/format';
import type { Passkey, SecondFactorState } from '@vpisnik/contract/second-factor';
import { type ReactNode, useId } from 'react';
import { canUsePasskeys } from '../../../lib/passkeys.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ownZone } from '../../../lib/time/own-zone.ts';
import type { FactorAct } from './FactorDialog.tsx';
import classes from './second-factor.module.css';

/** Time zone of this device, since the user's own keys belong to no organisation. */

type FactorRowsProps = { state: SecondFactorState; onAct: (act: FactorAct) => void };

/** One's factors, each with what can be done about it. The last one stays where the role needs one, and says so. */
export function FactorRows({ state, onAct }: FactorRowsProps) {
  const { t } = useI18n();
  const { app, passkeys, enabled, required, recovery_codes_left, passkeys_possible } = state;
  const isLast = required && Number(app) + passkeys.length === 1;
  const canAdd = passkeys_possible && canUsePasskeys();
  return (
    <ul className={classes.rows}>
      <Row
        name={t('modules.second_factor.app.title')}
        detail={t(app ? 'modules.second_factor.app.on' : 'modules.second_factor.app.off')}
        needed={app && isLast}
      >
        {(described) =>
          app ? (
            <RemoveButton
              name={t('modules.second_factor.app.title')}
              described={described}
              onClick={() => onAct({ kind: 'remove_app' })}
            />
          ) : (
            <Button onClick={() => onAct({ kind: 'add_app' })}>{t('modules.second_factor.app.add')}</Button>
          )
        }
      </Row>
      {passkeys.map((passkey) => (
        <PasskeyRow
          key={passkey.id}
          passkey={passkey}
          needed={isLast}
          onRename={() => onAct({ kind: 'rename_passkey', passkey })}
          onRemove={() => onAct({ kind: 'remove_passkey', passkey })}
        />
      ))}
      <Row
        name={t('modules.second_factor.passkeys.title')}
        detail={t(
          canAdd ? 'modules.second_factor.passkeys.text' : 'modules.second_factor.passkeys.not_possible',
        )}
      >
        {() =>
          canAdd && (
            <Button onClick={() => onAct({ kind: 'add_passkey' })}>
              {t('modules.second_factor.passkeys.add')}
            </Button>
          )
        }
      </Row>
      {enabled && (
        <Row
          name={t('modules.sign_in.second_factor.recovery_title')}
          detail={t('modules.second_factor.codes.left', { count: recovery_codes_left })}
        >
          {() => (
            <Button onClick={() => onAct({ kind: 'renew_codes' })}>
              {t('modules.second_factor.codes.renew')}
            </Button>
          )}
        </Row>
      )}
    </ul>
  );
}

type PasskeyRowProps = { passkey: Passkey; needed: boolean; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, needed, onRename, onRemove }: PasskeyRowProps) {
  const { t, locale } = useI18n();
  const when = (instant: string) => formatInstant(instant, { locale, timeZone: ownZone() });
  const added = when(passkey.created_at);
  return (
    <Row
      name={passkey.name}
      detail={
        passkey.used_at
          ? t('modules.second_factor.passkeys.used', { added, used: when(passkey.used_at) })
          : t('modules.second_factor.passkeys.unused', { added })
      }
      needed={needed}
    >
      {(described) => (
        <div className={classes.acts}>
          <Button aria-label={`${t('modules.second_factor.rename')}: ${passkey.name}`} onClick={onRename}>
            {t('modules.second_factor.rename')}
          </Button>
          <RemoveButton name={passkey.name} described={described} onClick={onRemove} />
        </div>
      )}
    </Row>
  );
}

type RowProps = {
  name: string;
  detail: string;
  /** Whether it is the last factor of a role that needs one. */
  needed?: boolean;
  /** @param described id of the reason why it can't be removed; undefined when it can */
  children: (described: string | undefined) => ReactNode;
};

function Row({ name, detail, needed = false, children }: RowProps) {
  const { t } = useI18n();
  const id = useId();
  return (
    <li>
      <div className={classes.row}>
        <b>{name}</b>
        <span>{detail}</span>
        {needed && <span id={id}>{t('modules.second_factor.needed')}</span>}
      </div>
      {children(needed ? id : undefined)}
    </li>
  );
}

/** Remove button; with `described` it stays focusable though disabled, so that screen readers announce the reason. */
function RemoveButton(props: { name: string; described: string | undefined; onClick: () => void }) {
  const { name, described, onClick } = props;
  const { t } = useI18n();
  return (
    <Button
      aria-label={`${t('modules.second_factor.remove')}: ${name}`}
      aria-disabled={described !== undefined}
      aria-describedby={described}
      {...(described === undefined ? { onClick } : { 'data-disabled': true })}
    >
      {t('modules.second_factor.remove')}
    </Button>
  );
}
