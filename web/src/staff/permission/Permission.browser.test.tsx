import { Button, Select, TextInput } from '@mantine/core';
import { roles } from '@vpisnik/contract/rules/roles';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test/axe.ts';
import { renderUi, sessionOf } from '../../../test/render.tsx';
import { Permission, permitted } from './Permission.tsx';

describe('permitted', () => {
  it.each(roles)('%s required: refuses every role below it, and no role', (required) => {
    for (const action of ['hide', 'disable', 'enable'] as const) {
      const at = roles.indexOf(required);
      const answers = roles.map((role) => permitted(role, required, action));
      expect(answers.slice(0, at).every((answer) => answer === action)).toBe(true);
      expect(answers.slice(at).every((answer) => answer === 'enable')).toBe(true);
      expect(permitted(null, required, action)).toBe(action);
    }
    expect(permitted(null, required)).toBe('disable');
  });
});

describe('the component', () => {
  const controls = (
    <main>
      <Permission role="GROUP_ADMIN">
        <Button>Ustvari</Button>
        <TextInput label="Mesta" />
        <Select label="Lokacija" data={['Dvorana']} />
      </Permission>
      <Permission role="groups.manage" action="hide">
        <Button>Izbriši</Button>
      </Permission>
      <Permission role="GROUP_ADMIN" action="enable">
        <Button>Preglej</Button>
      </Permission>
    </main>
  );

  it('disables, hides or leaves alone controls that the role may not use', async () => {
    await renderUi(controls, { session: sessionOf('GROUP_EDITOR_USER') });
    await expect.element(page.getByRole('button', { name: 'Ustvari' })).toBeDisabled();
    await expect.element(page.getByLabelText('Mesta')).toBeDisabled();
    await expect.element(page.getByRole('combobox', { name: 'Lokacija' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Izbriši' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Preglej' })).toBeEnabled();
    await expectAccessible();
  });

  it('changes nothing for a sufficient role', async () => {
    await renderUi(controls, { session: sessionOf('GROUP_ADMIN') });
    await expect.element(page.getByRole('button', { name: 'Ustvari' })).toBeEnabled();
    await expect.element(page.getByRole('button', { name: 'Izbriši' })).toBeEnabled();
  });
});
