import { privacyVersion } from '@vpisnik/contract/rules/legal';
import type { TestApp } from '../app.ts';

// fixed days: a version of a text is called so

type Receipt = { reference: string; status: string; email: string; code: string; errors?: object[] };
type Row = Record<string, unknown> & { answers: object[]; status: string };
type Group = { organization_id: string; id: string };

let count = 0;
const next = () => {
  count += 1;
  return count;
};

/** An application of a new applicant, as the form sends it. */
export const application = (given: object = {}) => ({
  name: 'Maja Novak',
  email: `maja.applies${next()}@example.com`,
  language: 'sl',
  privacy_version: privacyVersion,
  filled_ms: 20_000,
  ...given,
});

/** People who apply, each from an address of their own: start the application with `TRUST_PROXY` 127.0.0.1. */
export function applicantsOf(site: TestApp) {
  return {
    apply: (
      { organization_id, id }: Group,
      body: unknown,
      key = `key-${crypto.randomUUID()}`,
      headers = {},
    ) =>
      site.visitor.post<Receipt>(`/public/${organization_id}/groups/${id}/participants`, body, {
        'idempotency-key': key,
        'x-forwarded-for': `10.${next() % 250}.${next() % 250}.1`,
        ...headers,
      }),

    /** The group's participants as they are kept, in order of arrival. */
    kept: ({ id }: { id: string }) =>
      site.rows<Row>('select * from participants where group_id = $1 order by application_date', [id]),

    /** The group's mails as `recipient:type:variant`. */
    mails: async ({ id }: { id: string }) => {
      const rows = await site.rows<{ kind: string }>(
        `select recipient_kind || ':' || email_type || ':' || variant as kind from mails
         where group_id = $1 order by created_at, kind`,
        [id],
      );
      return rows.map(({ kind }) => kind);
    },
  };
}
