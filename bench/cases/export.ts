import { writeXlsxStream } from 'hucre/xlsx';
import { type Case, copied, medianOf, read, timed } from '../measure.ts';
import { type Site, startApp } from '../stage.ts';

const columns = [
  'name',
  'email',
  'phone',
  'notes',
  'group',
  'status',
  'application_date',
  'reference',
  'language',
];
/** Groups of 500 people that a workbook is of: as many rows as one may have that is sent while it is made. */
const GROUPS = 40;

/**
 * All 100 000 of an organisation as CSV over HTTP, beside COPY of the same columns in the same order as the table owner; and
 * 20 000 as a workbook, beside the same writer over bare rows.
 */
export const exporting: Case = {
  name: 'export',
  run: async (stage, parts) => {
    const { large, quick } = stage;
    const app = await startApp(parts, large);
    const idle = await app.peak();
    const download = (path: string) => timed(() => read(`http://127.0.0.1:${app.port}/api${path}`, large));
    const rounds = { csv: [] as number[], copy: [] as number[], book: [] as number[], bare: [] as number[] };
    const memory = { csv: 0, book: 0 };
    const query = columns.map((column) => `columns=${column}`).join('&');
    const some = large.groupIds.slice(0, GROUPS);
    for (let round = -1; round < (quick ? 1 : 5); round += 1) {
      const its = {
        csv: await download(`/participants/export.csv?${query}`),
        copy: await timed(() => copied(large, (id) => bareRows(`p.organization_id = '${id}'`))),
      };
      memory.csv ||= (await app.peak()) - idle;
      if (round >= 0) for (const name of ['csv', 'copy'] as const) rounds[name].push(its[name]);
    }
    for (let round = -1; round < (quick ? 1 : 5); round += 1) {
      const ofGroups = some.map((id) => `group_id=${id}`).join('&');
      const its = {
        book: await download(`/participants/export.xlsx?${query}&${ofGroups}`),
        bare: await timed(() => bareBook(large, some)),
      };
      memory.book ||= (await app.peak()) - idle;
      if (round >= 0) for (const name of ['book', 'bare'] as const) rounds[name].push(its[name]);
    }
    const [csv, bare, book, writer] = [rounds.csv, rounds.copy, rounds.book, rounds.bare].map(medianOf) as [
      number,
      number,
      number,
      number,
    ];
    return [
      {
        case: 'export of 100 000 as CSV',
        unit: 'ms',
        ours: csv,
        limit: bare,
        ratio: csv / bare,
        target: { at: 'most', value: 1.5 },
        note: `${Math.round(memory.csv)} MB more memory than at rest`,
      },
      {
        case: 'export of 20 000 as a workbook',
        unit: 'ms',
        ours: book,
        limit: writer,
        ratio: book / writer,
        target: { at: 'most', value: 1.5 },
        note: `${Math.round(memory.book)} MB more memory than at rest`,
      },
    ];
  },
};

const bareRows = (where: string) => `
  select p.name, p.email, p.phone, p.notes, g.name ->> 'sl', p.status, p.application_date, p.reference, p.language
  from participants p join groups g on g.organization_id = p.organization_id and g.id = p.group_id
  where ${where} order by p.application_date desc, p.id desc`;

async function bareBook({ owner, organizationId }: Site, groups: string[]): Promise<void> {
  const { rows } = await owner.query<string[]>({
    text: bareRows('p.organization_id = $1 and p.group_id = any ($2)'),
    values: [organizationId, groups],
    rowMode: 'array',
  });
  for await (const _ of writeXlsxStream(rows, {
    name: 'Udeleženci',
    columns: columns.map((header) => ({ header })),
  }));
}
