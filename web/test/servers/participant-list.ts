import type { SavedView } from '@vpisnik/contract/saved-views';
import { page } from 'vitest/browser';
import { categoryOf, formFieldOf } from '../fixtures/catalogue.ts';
import { participantOf } from '../fixtures/participants.ts';
import { idOf, listOf } from '../fixtures/rows.ts';
import { type Answers, Refusal } from './fake-api.ts';
import { participantServer } from './participant-server.ts';

// fixed days: the fake API answers these days, and columns show them

/** A box that the form asks to tick. */
export const consent = formFieldOf({ id: idOf(41), type: 'checkbox', name: { sl: 'Objava fotografij' } });
/** A field that everybody sees. */
export const level = formFieldOf({
  id: idOf(42),
  type: 'single_choice',
  name: { sl: 'Izkušnje' },
  options: [
    { value: 'none', name: { sl: 'Brez izkušenj' } },
    { value: 'more', name: { sl: 'Več kot dve leti' } },
  ],
});
/** A sensitive field. */
export const health = formFieldOf({ id: idOf(43), type: 'text', name: { sl: 'Zdravje' }, sensitive: true });

const answerOf = (field: string, name: string, text: string, sensitive = false) => ({
  field_id: idOf(90),
  form_field_id: field,
  label: null,
  name,
  type: 'text',
  value: text,
  text,
  sensitive,
});

/** Answers of a server with a list of one, which keeps views. */
export function school() {
  const spela = participantOf({
    birth_date: '2012-03-04',
    answers: [answerOf(level.id, 'Izkušnje', 'Brez izkušenj'), answerOf(health.id, 'Zdravje', 'Astma', true)],
  });
  const { server, answers } = participantServer(spela);
  const views: SavedView[] = [];
  const found = (id: string) => views.findIndex((view) => view.id === id);
  const all: Answers = {
    ...answers,
    categories: { list: () => listOf(categoryOf()) },
    locations: { list: () => listOf() },
    users: { leaders: () => ({ results: [] }) },
    form_fields: { list: () => listOf(consent, level, health) },
    participants: { ...answers.participants, questions: () => ({ results: [] }) },
    saved_views: {
      list: () => ({ results: views }),
      create: ({ body }) => {
        if (views.some(({ name }) => name === body.name))
          return new Refusal({ status: 409, code: 'name_taken' });
        const view = viewOf({ id: idOf(300 + views.length), ...(body as Partial<SavedView>) });
        views.push(view);
        return view;
      },
      update: ({ params: { id }, body: { version, ...change } }) => {
        const changed = { ...viewOf({ id }), ...views[found(id)], ...(change as Partial<SavedView>) };
        views[found(id)] = { ...changed, version: version + 1 };
        return { ...changed, version: version + 1 };
      },
      remove: ({ params: { id } }) => {
        views.splice(found(id), 1);
        return undefined;
      },
    },
  };
  return { server, answers: all, views };
}

/** A saved view. */
export const viewOf = (given: Partial<SavedView> = {}): SavedView => ({
  id: idOf(300),
  version: 1,
  list: 'participants',
  created_at: '2026-09-01T08:00:00.000000Z',
  updated_at: '2026-09-01T08:00:00.000000Z',
  name: 'Septembrske',
  shared: false,
  filters: {},
  sort: '-application_date',
  columns: null,
  missing: [],
  ...given,
});

/** A button by its whole name. */
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** An item of a menu by its whole name. */
export const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
/** A checkbox. */
export const box = (name: string | RegExp) => page.getByRole('checkbox', { name });
/** The heading of a column. */
export const header = (name: string) => page.getByRole('columnheader', { name });
/** Names of the columns from the first to the last that people choose. */
export const headers = () => {
  const all = page.getByRole('columnheader').elements();
  return all.slice(1, -1).map((one) => one.textContent);
};
