import { besideStatements, type Case } from '../measure.ts';

/** Each takes the folded search and the organisation, as a single-tenant application would write it. */
const found = `from participants p
  join groups g on g.organization_id = p.organization_id and g.id = p.group_id
  where p.organization_id = $1 and p.search like '%' || app.fold($2) || '%'
  order by p.application_date desc, p.id desc limit`;

/** Searches in a row: the list's, and the one of the command palette, which shows six people. */
export const search: Case = {
  name: 'search',
  run: async (stage, parts) => {
    const values = [stage.large.organizationId, 'novak'];
    const { ours, limit } = await besideStatements(
      stage,
      parts,
      '/api/participants?limit=50&sort=-application_date&search=novak',
      [{ text: `select p.*, g.name as group_name ${found} 51`, values }],
    );
    const palette = await besideStatements(stage, parts, '/api/participants/found?limit=6&search=novak', [
      { text: `select p.id, p.name, p.email, g.name as group_name ${found} 6`, values },
    ]);
    return [
      {
        case: 'participants search "novak" in 100 000',
        unit: 'ms',
        ours: ours.median,
        limit: limit.median,
        ratio: ours.median / limit.median,
        target: { at: 'most', value: 1.5 },
        cpu: { ours: ours.cpu, limit: limit.cpu },
      },
      {
        case: 'people in the command palette, "novak" in 100 000',
        unit: 'ms',
        ours: palette.ours.median,
        limit: palette.limit.median,
        ratio: palette.ours.median / palette.limit.median,
        target: { at: 'most', value: 1.5 },
        cpu: { ours: palette.ours.cpu, limit: palette.limit.cpu },
      },
    ];
  },
};
