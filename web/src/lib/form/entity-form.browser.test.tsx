import { ApiError } from '@vpisnik/contract/kit';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderUi } from '../../../test/render.tsx';
import { useControls, useFormWords } from '../../ui/form/form-words.ts';
import { useEntityForm } from './entity-form.ts';

type Values = { name: string; label: string };
type Row = Values & { version: number };
type Send = (values: Values, fields: string[], base: Row | null) => Promise<Row>;

const row: Row = { name: 'Balet', label: 'balet', version: 1 };

const refusal = (problem: object) =>
  new ApiError(409, { status: 409, title: '', ...problem } as ConstructorParameters<typeof ApiError>[1]);

/** A form with name and label that renders its whole state. */
function Form({ send }: { send: Send }) {
  const form = useEntityForm<Values, Row>({
    initial: row,
    valuesOf: (saved) => ({ name: saved?.name ?? '', label: saved?.label ?? '' }),
    problemsOf: ({ name }) => (name ? [] : [{ path: 'name', code: 'required' }]),
    send,
  });
  const { text } = useControls(form);
  const { summary, describe } = useFormWords(form.values, (field) => `Polje ${field}`);
  return (
    <>
      <input aria-label="name" {...inputOf(text('name'))} />
      <input aria-label="label" {...inputOf(text('label'))} />
      <button type="button" onClick={() => form.save()}>
        save
      </button>
      <button type="button" onClick={form.discard}>
        discard
      </button>
      <button type="button" onClick={() => form.settle(['label'])}>
        their label
      </button>
      <output aria-label="state">
        {[
          ...summary(form.problems).map(({ message }) => message),
          ...form.conflicts.map(describe).map(({ name, mine, theirs }) => `${name}: ${mine} / ${theirs}`),
          form.dirty ? 'unsaved' : 'saved',
        ].join('; ')}
      </output>
    </>
  );
}

const inputOf = ({ error: _, ...props }: { id: string; error: string | undefined; value: string }) => props;

const says = () => expect.poll(() => page.getByRole('status', { name: 'state' }).element().textContent);
const save = () => page.getByRole('button', { name: 'save' }).click();
const nameField = () => page.getByRole('textbox', { name: 'name' });

test('a change that only they made is merged, and ours is saved over their version', async () => {
  const sent: unknown[] = [];
  await renderUi(
    <Form
      send={async (values, fields, base) => {
        sent.push([fields, base?.version]);
        if (base?.version === 1)
          throw refusal({ code: 'edit_conflict', current: { ...row, label: 'balet-2', version: 2 } });
        return { ...values, version: 3 };
      }}
    />,
  );
  await nameField().fill('Jazz');
  await save();
  await says().toBe('saved');
  expect(sent).toEqual([
    [['name'], 1],
    [['name'], 2],
  ]);
  await expect.element(page.getByRole('textbox', { name: 'label' })).toHaveValue('balet-2');
});

test('a field that both changed is asked about; each side can win its own field', async () => {
  let saved: Values | undefined;
  await renderUi(
    <Form
      send={async (values, _, base) => {
        if (base?.version === 1)
          throw refusal({ code: 'edit_conflict', current: { name: 'Step', label: 'step', version: 2 } });
        saved = values;
        return { ...values, version: 3 };
      }}
    />,
  );
  await nameField().fill('Jazz');
  await page.getByRole('textbox', { name: 'label' }).fill('jazz');
  await save();
  await says().toContain('Polje name: Jazz / Step; Polje label: jazz / step; unsaved');
  await page.getByRole('button', { name: 'their label' }).click();
  await says().toBe('saved');
  expect(saved).toEqual({ name: 'Jazz', label: 'step' });
});

test('what only they changed is shown while another field is asked about', async () => {
  await renderUi(
    <Form
      send={() => {
        throw refusal({ code: 'edit_conflict', current: { name: 'Step', label: 'step', version: 2 } });
      }}
    />,
  );
  await nameField().fill('Jazz');
  await save();
  await says().toBe('Polje name: Jazz / Step; unsaved');
  await expect.element(nameField()).toHaveValue('Jazz');
  await expect.element(page.getByRole('textbox', { name: 'label' })).toHaveValue('step');
});

test('discarding in a conflict takes their values', async () => {
  await renderUi(
    <Form
      send={() => {
        throw refusal({ code: 'edit_conflict', current: { name: 'Step', label: 'balet', version: 2 } });
      }}
    />,
  );
  await nameField().fill('Jazz');
  await save();
  await says().toContain('Polje name: Jazz / Step');
  await page.getByRole('button', { name: 'discard' }).click();
  await expect.element(nameField()).toHaveValue('Step');
  await says().toBe('saved');
});

test('keeps text typed during a save', async () => {
  let answer = (_: Row) => {};
  await renderUi(<Form send={() => new Promise((resolve) => (answer = resolve))} />);
  await nameField().fill('Jazz');
  await save();
  await userEvent.type(nameField(), ' 2');
  answer({ ...row, name: 'Jazz', version: 2 });
  await says().toBe('unsaved');
  await expect.element(nameField()).toHaveValue('Jazz 2');
});

test('a refusal stays at its field until that changes, and one of no field of the form borrows no name', async () => {
  await renderUi(
    <Form
      send={() => {
        const errors = [
          { path: 'label', code: 'label_taken' },
          { path: 'colour', code: 'required' },
        ];
        throw refusal({ code: 'invalid_fields', errors });
      }}
    />,
  );
  await nameField().fill('Jazz');
  await save();
  await says().toMatch(/^Polje label – .*; Izpolnite to polje\.; unsaved$/);
  await page.getByRole('textbox', { name: 'label' }).fill('jazz');
  await says().toMatch(/^Izpolnite to polje\.; unsaved$/);
});
