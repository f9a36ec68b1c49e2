import { expect, test } from 'vitest';
import { findHarm } from './migrations.ts';

const releases = [{ version: '0.2.0', commit: '0'.repeat(40), migration: '20260101000000_before' }];

const harmOf = (...steps: string[]) =>
  findHarm([{ name: 'next', text: steps.join('\n--> statement-breakpoint\n') }], releases);

test.each([
  [
    'a new table with its indexes and keys',
    [
      'CREATE TABLE "things" ("id" uuid PRIMARY KEY, "group_id" uuid NOT NULL, CONSTRAINT "few" CHECK ("id" IS NOT NULL));',
      'CREATE UNIQUE INDEX "things_key" ON "things" ("group_id");',
      'ALTER TABLE "things" ADD CONSTRAINT "things_group" FOREIGN KEY ("group_id") REFERENCES "groups" ("id");',
    ],
  ],
  ['a new column', [`ALTER TABLE "participants" ADD COLUMN "nick" text DEFAULT '' NOT NULL;`]],
  [
    'a new column that is filled and then required',
    [
      'ALTER TABLE "participants" ADD COLUMN "nick" text;',
      '-- in pieces\nUPDATE participants SET nick = name WHERE id IN (SELECT id FROM participants WHERE nick IS NULL LIMIT 1000);',
      'ALTER TABLE "participants" ADD CONSTRAINT "nick_there" CHECK ("nick" IS NOT NULL) NOT VALID;',
      'ALTER TABLE "participants" VALIDATE CONSTRAINT "nick_there";',
    ],
  ],
  ['a concurrent index', ['CREATE INDEX CONCURRENTLY "participants_nick" ON "participants" ("nick");']],
  ['an index dropped concurrently', ['DROP INDEX CONCURRENTLY IF EXISTS "participants_nick";']],
  [
    'an index that becomes a constraint',
    [
      'CREATE UNIQUE INDEX CONCURRENTLY "nick_key" ON "participants" ("nick");',
      'ALTER TABLE "participants" ADD CONSTRAINT "nick_key" UNIQUE USING INDEX "nick_key";',
    ],
  ],
  [
    'what the release before no longer uses',
    [
      '-- contract: unused since 0.2.0\nALTER TABLE "participants" DROP COLUMN "nick";',
      'DROP TABLE "things";',
    ],
  ],
])('lets %s be', async (_, steps) => {
  expect(await harmOf(...steps)).toEqual([]);
});

test.each([
  ['an index beside which nobody writes', 'CREATE INDEX "a" ON "participants" ("nick");', 'concurrently'],
  [
    'a check of all rows',
    'ALTER TABLE "participants" ADD CONSTRAINT "c" CHECK ("nick" <> \'\');',
    'constraint-missing-not-valid',
  ],
  [
    'a key that reads all rows',
    'ALTER TABLE "participants" ADD CONSTRAINT "k" FOREIGN KEY ("a") REFERENCES "groups" ("id");',
    'adding-foreign-key-constraint',
  ],
  [
    'a unique constraint',
    'ALTER TABLE "participants" ADD CONSTRAINT "u" UNIQUE ("nick");',
    'disallowed-unique-constraint',
  ],
  [
    'a check in a new column',
    'ALTER TABLE "participants" ADD COLUMN "n" integer CHECK ("n" > 0);',
    'not valid',
  ],
  [
    'a column that old code does not fill',
    'ALTER TABLE "participants" ADD COLUMN "n" text NOT NULL;',
    'adding-required-field',
  ],
  [
    'a default that rewrites the table',
    'ALTER TABLE "participants" ADD COLUMN "n" uuid DEFAULT gen_random_uuid() NOT NULL;',
    'adding-field-with-default',
  ],
  [
    'a generated column',
    'ALTER TABLE "participants" ADD COLUMN "n" text GENERATED ALWAYS AS (lower(name)) STORED;',
    'adding-field-with-default',
  ],
  [
    'another type',
    'ALTER TABLE "participants" ALTER COLUMN "n" SET DATA TYPE bigint;',
    'changing-column-type',
  ],
  ['a renamed column', 'ALTER TABLE "participants" RENAME COLUMN "nick" TO "name";', 'renaming-column'],
  ['a renamed table', 'ALTER TABLE "participants" RENAME TO "people";', 'renaming-table'],
  ['a dropped column', 'ALTER TABLE "participants" DROP COLUMN "nick";', 'contract: unused since'],
  ['a dropped table', 'DROP TABLE "participants";', 'contract: unused since'],
  [
    'a column that may be empty from now on',
    'ALTER TABLE "participants" ALTER COLUMN "n" DROP NOT NULL;',
    'ban-drop-not-null',
  ],
  ['an index dropped with a lock', 'DROP INDEX "a";', 'contract: unused since'],
  ['all rows at once', "UPDATE participants SET nick = '';", 'in pieces'],
  ['pieces without an end', "-- in pieces\nUPDATE participants SET nick = '';", 'up to a limit'],
  ['a table written anew', 'ALTER TABLE "participants" SET UNLOGGED;', 'no step that adds'],
  ['a lock', 'LOCK TABLE participants;', 'no step that adds'],
  ['two statements', 'ALTER TABLE "a" ADD COLUMN "n" text; DROP TABLE "b";', 'two statements'],
  [
    'a contract with a release that there is not',
    '-- contract: unused since 0.3.0\nDROP TABLE "b";',
    'there is no release 0.3.0',
  ],
])('names %s', async (_, step, said) => {
  expect((await harmOf(step)).join('\n')).toContain(said);
});
