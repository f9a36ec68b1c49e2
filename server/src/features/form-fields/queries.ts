import { and, eq } from 'drizzle-orm';
import { group_fields, groups } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** How groups use a form field: in which languages, with which widget. */
export function selectUses(scope: Scope, formFieldId: string) {
  const ofGroup = and(
    eq(groups.organization_id, group_fields.organization_id),
    eq(groups.id, group_fields.group_id),
  );
  const ofField = and(
    eq(group_fields.organization_id, scope.organizationId),
    eq(group_fields.form_field_id, formFieldId),
  );
  return scope.tx
    .selectDistinct({ languages: groups.languages, widget: group_fields.widget })
    .from(group_fields)
    .innerJoin(groups, ofGroup)
    .where(ofField);
}
