import { besideStatements, type Case } from '../measure.ts';
import type { Site } from '../stage.ts';

/**
 * The first page of a list with three filters and one of an answer, and its total: requests in a row over HTTP, signed in,
 * compared with the two statements that a single-tenant application would send as the table's owner, without policies.
 */
export const list: Case = {
  name: 'list',
  run: async (stage, parts) => {
    const { large } = stage;
    const { category, field } = await chosen(large);
    const filter = `status=approved&status=pending&category_id=${category}&language=sl&answer=${field}:more`;
    const values = [large.organizationId, category, field];
    const { ours, limit } = await besideStatements(
      stage,
      parts,
      `/api/participants?limit=50&with_total=true&${filter}`,
      [
        { name: 'bare_list', text: page, values },
        { name: 'bare_total', text: total, values },
      ],
    );
    return [
      {
        case: 'participants by four filters, with the total, in 100 000',
        unit: '/s',
        ours: 1000 / ours.median,
        limit: 1000 / limit.median,
        ratio: limit.median / ours.median,
        target: { at: 'least', value: 0.6 },
        cpu: { ours: ours.cpu, limit: limit.cpu },
      },
    ];
  },
};

async function chosen({ owner, organizationId }: Site) {
  const { rows } = await owner.query<{ category: string; field: string }>(
    `select (select category_id from groups where organization_id = $1 order by id limit 1) as category,
      (select id from form_fields where organization_id = $1 and label = 'experience') as field`,
    [organizationId],
  );
  return rows[0] ?? { category: '', field: '' };
}

const matching = `from participants p join groups g on g.organization_id = p.organization_id and g.id = p.group_id
  where p.organization_id = $1 and p.status in ('approved', 'pending') and p.language = 'sl' and g.category_id = $2
    and p.answered && array[app.answer_key($3, 'more')]`;
const page = `select p.*, g.name as group_name ${matching} order by p.application_date desc, p.id desc limit 51`;
const total = `select count(*) ${matching}`;
