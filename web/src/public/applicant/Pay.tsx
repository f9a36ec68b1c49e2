import type { ApplicantPage, ApplicantPayment, ApplicantSlip } from '@vpisnik/contract/rules/applicant-page';
import { writtenIban } from '@vpisnik/contract/rules/ibans';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { writtenReference } from '@vpisnik/contract/rules/references';
import { Icon } from '../parts/Icon.tsx';
import { Sign } from './Sign.tsx';
import { applicationPath, useWords } from './words.ts';

/** White cells that readers need around a code. */
const QUIET = 4;

/** What is to be paid first, with what a payer copies or scans; what comes after that, and what has come. */
export function Pay({ page }: { page: ApplicantPage }) {
  const { t } = useWords();
  const { payments, slip, state } = page.application;
  const isOpen = ({ state: its }: ApplicantPayment) => its !== 'paid';
  const [first, ...later] = payments.filter(isOpen);
  const received = payments.filter((one) => !isOpen(one)).toReversed();
  const [last, ...before] = received;
  // who has no place any more is asked for nothing here
  const asks = state !== 'rejected' && state !== 'withdrawn' && state !== 'inactive';
  const main = asks && first ? first : last;
  if (!main) return null;
  return (
    <section className="pay card" aria-labelledby="pay">
      <h2 id="pay">{t('applicant.pay.heading')}</h2>
      <Amount payment={main} />
      {main === first && slip && <Slip page={page} slip={slip} />}
      {asks && later.length > 0 && <List heading={t('applicant.pay.others')} payments={later} />}
      <List heading={t('applicant.pay.history')} payments={main === first ? received : before} />
    </section>
  );
}

const looks = { due: 'pending', overdue: 'rejected', paid: 'approved' } as const;
const icons = { due: 'clock', overdue: 'alert-circle', paid: 'check' } as const;

function Amount({ payment }: { payment: ApplicantPayment }) {
  const words = useWords();
  const { t, money } = words;
  const { amount, currency, state, paid_before } = payment;
  const total = paid_before && wireOf(centsOf(amount) + centsOf(paid_before));
  return (
    <>
      <div className="amt">
        <b className="num">{money(amount, currency)}</b>
        <span className={`pill ${looks[state]}`}>
          <Icon name={icons[state]} />
          <span>{t(`applicant.pay.${state}`)}</span>
        </span>
      </div>
      <p className="due">
        <Which payment={payment} />
      </p>
      {total && state !== 'paid' && (
        <p className="due">
          {t('applicant.pay.part', { paid: money(paid_before, currency), rest: money(amount, currency) })}
        </p>
      )}
    </>
  );
}

/** `2. obrok od 9, rok 30. 9. 2026 (še 12 dni)`. */
function Which({ payment }: { payment: ApplicantPayment }) {
  const { t, day, today } = useWords();
  const { purpose, instalment, instalments, due_date, payment_date, state } = payment;
  const one =
    instalment && instalments && instalments > 1
      ? t('applicant.pay.instalment', { number: instalment, count: instalments })
      : purpose;
  if (state === 'paid')
    return [one, payment_date && t('applicant.pay.received', { day: day(payment_date) })]
      .filter(Boolean)
      .join(', ');
  if (!due_date) return one;
  const days = Math.round((Date.parse(due_date) - Date.parse(today)) / 86_400_000);
  const away =
    days === 0
      ? t('applicant.pay.today')
      : days > 0
        ? t('applicant.pay.in', { count: days })
        : t('applicant.pay.late', { count: -days });
  return `${[one, t('applicant.pay.until', { day: day(due_date) })].filter(Boolean).join(', ')} (${away.replaceAll(' ', '\u00a0')})`;
}

function Slip({ page, slip }: { page: ApplicantPage; slip: ApplicantSlip }) {
  const { t } = useWords();
  const { payment_id, kind, code } = slip;
  const at = (...below: string[]) => applicationPath(page, page.application.reference, ...below);
  const rows = [
    ['iban', writtenIban(slip.iban)],
    ['reference', writtenReference(slip.reference)],
    ['recipient', slip.recipient],
    ['purpose', slip.purpose],
  ] as const;
  return (
    <>
      {code && (
        <>
          <a className="btn btn-primary phone" href={at('qr', `${payment_id}.png`)} download>
            <Sign name="photo-down" />
            {t('applicant.pay.save')}
          </a>
          <p className="tip phone">{t('applicant.pay.save_hint')}</p>
          <div className="qr desk">
            <Code code={code} label={t('applicant.pay.code', { kind })} />
            <p className="tip">{t('applicant.pay.scan')}</p>
          </div>
        </>
      )}
      <dl className="kv">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`applicant.pay.${name}`)}</dt>
            <dd>
              <span>{value}</span>
              <button
                type="button"
                className="copy"
                data-copy={name === 'iban' || name === 'reference' ? slip[name] : value}
                data-copied={t('applicant.pay.copied', { what: t(`applicant.pay.${name}`) })}
                aria-label={t('applicant.pay.copy', { what: t(`applicant.pay.${name}`) })}
                hidden
              >
                <Icon name="copy" />
                <Icon name="check" />
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <p className="vh" data-told role="status" />
      {code && (
        <details className="qr phone">
          <summary>
            <Sign name="qrcode" />
            {t('applicant.pay.show', { kind })}
            <Sign name="chevron-down" />
          </summary>
          <Code code={code} label={t('applicant.pay.code', { kind })} />
        </details>
      )}
      <a className="btn" href={at('payment')}>
        <Icon name="printer" />
        {t('applicant.pay.print')}
      </a>
      <p className="tip">{t('applicant.pay.soon')}</p>
    </>
  );
}

function Code({ code: { size, path }, label }: { code: NonNullable<ApplicantSlip['code']>; label: string }) {
  const side = size + 2 * QUIET;
  return (
    <svg className="code" viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}

function List({ heading, payments }: { heading: string; payments: ApplicantPayment[] }) {
  const { money } = useWords();
  if (payments.length === 0) return null;
  return (
    <>
      <h3>{heading}</h3>
      <ul className="sums">
        {payments.map((payment) => (
          <li key={payment.id}>
            <b className="num">{money(payment.amount, payment.currency)}</b>
            <span>
              <Which payment={payment} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
