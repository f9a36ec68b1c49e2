-- `/{organization}/groups` is the list of all groups
UPDATE "groups" g SET "label" = (
	SELECT 'groups-' || n FROM generate_series(2, 10001) n
	WHERE NOT EXISTS (SELECT FROM "groups" other WHERE other."organization_id" = g."organization_id" AND other."label" = 'groups-' || n)
		-- nor one whose printed addresses lead to another group
		AND NOT EXISTS (SELECT FROM "former_group_labels" former WHERE former."organization_id" = g."organization_id" AND former."label" = 'groups-' || n)
	ORDER BY n LIMIT 1
) WHERE "label" = 'groups';--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_label_reserved_check" CHECK ("label" <> 'groups');
