import type { Import, ImportKind, ImportOutcome } from '@vpisnik/contract/imports';
import type { TestApp } from './app.ts';

type Given = { role?: 'ORGANIZATION_ADMIN' | 'GROUP_ADMIN'; groups?: string[]; organization_id?: string };

/** A member who imports into a new organisation, or into the given one. */
export async function importingSchool(app: TestApp, given: Given = {}) {
  const member = await app.factories.member(given);
  const organization_id = String(member.organization_id);
  const as = app.as(member);
  const upload = (file: string | Buffer, kind: ImportKind = 'groups', type = 'text/csv') =>
    as.post<Import & Record<string, unknown>>(
      `/imports?kind=${kind}&file_name=datoteka.csv`,
      Buffer.from(file as string),
      { 'content-type': type },
    );
  /** Uploads a file, takes its columns for what they are guessed to be, looks at its rows and imports them. */
  const run = async (file: string | Buffer, kind: ImportKind = 'groups', create_missing = false) => {
    const { body } = await upload(file, kind);
    const asked = { params: { id: body.id }, body: { mapping: body.mapping, create_missing } };
    const preview = await as.api.imports.preview(asked);
    return { uploaded: body, preview, outcome: await as.api.imports.run(asked) };
  };
  return { ...as, member, organization_id, upload, run };
}

/** Row by row its number and status. */
export const statuses = ({ rows }: ImportOutcome) => rows.map(({ row, status }) => [row, status]);

/** Row by row its problems, as `field:code`. */
export const problems = ({ rows }: ImportOutcome) =>
  rows.map((one) => one.problems.map(({ field, code }) => `${field ?? ''}:${code}`));
