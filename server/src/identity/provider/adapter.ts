import { createHash } from 'node:crypto';
import { type Adapter, type AdapterConstructor, type AdapterPayload, errors } from 'oidc-provider';
import type { Pool } from 'pg';

/** Seconds in which a second use of a refresh token counts as two tabs at once, not as theft. */
const GRACE = 10;

/** Models whose value is a bearer secret, so only its hash is stored. */
const bearers = new Set(['AuthorizationCode', 'RefreshToken']);

/** Models that belong to a grant and end with it. */
const grantable = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

interface Row {
  payload: AdapterPayload;
  consumed: number | null;
}

/**
 * Storage of the OpenID provider in `oidc_payloads`, shared by all processes. A refresh token is consumed atomically:
 * of two parallel renewals one wins. The other one is refused, but inside the grace it doesn't look like reuse, which
 * would end the whole family.
 */
export function createAdapter(system: Pool): AdapterConstructor {
  return class implements Adapter {
    readonly model: string;

    constructor(model: string) {
      this.model = model;
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
      const { jti, ...kept } = payload;
      const accountId = payload.result?.login?.accountId;
      const stored = {
        ...kept,
        ...(!bearers.has(this.model) && { jti }),
        // so that an unfinished sign-in ends with the account's other sign-ins
        ...(accountId !== undefined && { accountId }),
      };
      const text = JSON.stringify(stored);
      // browser input is stored unchanged, but PostgreSQL text can't hold this character
      if (text.includes('\\u0000'))
        throw new errors.InvalidRequest('a value has a character that no text has');
      await system.query({
        name: 'oidc_upsert',
        text: `insert into oidc_payloads (model, id, payload, grant_id, user_code, uid, expires_at)
          values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
          on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
            user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`,
        values: [
          this.model,
          this.#key(id),
          text,
          grantable.has(this.model) ? (payload.grantId ?? null) : null,
          payload.userCode ?? null,
          payload.uid ?? null,
          expiresIn ?? null,
        ],
      });
    }

    find(id: string): Promise<AdapterPayload | undefined> {
      return this.#find('id', this.#key(id), id);
    }

    findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return this.#find('uid', uid);
    }

    findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
      return this.#find('user_code', userCode);
    }

    async consume(id: string): Promise<void> {
      const { rowCount } = await system.query({
        name: 'oidc_consume',
        text: `update oidc_payloads set consumed_at = now() where model = $1 and id = $2 and consumed_at is null`,
        values: [this.model, this.#key(id)],
      });
      if (!rowCount) throw new errors.InvalidGrant('already used');
    }

    async destroy(id: string): Promise<void> {
      await system.query({
        name: 'oidc_destroy',
        text: 'delete from oidc_payloads where model = $1 and id = $2',
        values: [this.model, this.#key(id)],
      });
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      await system.query({
        name: 'oidc_revoke',
        text: 'delete from oidc_payloads where model = $1 and grant_id = $2',
        values: [this.model, grantId],
      });
    }

    async #find(column: 'id' | 'uid' | 'user_code', value: string, jti?: string) {
      // whatever a browser sends for an id is looked for; PostgreSQL has no text with this character
      if (value.includes('\u0000')) return undefined;
      const { rows } = await system.query<Row>({
        name: `oidc_find_${column}`,
        text: `select payload, case
            when model = 'RefreshToken' and consumed_at > now() - make_interval(secs => ${GRACE}) then null
            else extract(epoch from consumed_at)::integer end as consumed
          from oidc_payloads
          where model = $1 and ${column} = $2 and (expires_at is null or expires_at > now())`,
        values: [this.model, value],
      });
      const row = rows[0];
      if (!row) return undefined;
      return {
        ...row.payload,
        ...(jti === undefined ? {} : { jti }),
        ...(row.consumed === null ? {} : { consumed: row.consumed }),
      };
    }

    #key(id: string): string {
      return bearers.has(this.model) ? createHash('sha256').update(id).digest('base64url') : id;
    }
  };
}
