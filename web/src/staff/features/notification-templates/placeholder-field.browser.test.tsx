import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderUi } from '../../../../test/render.tsx';
import { PlaceholderField } from './PlaceholderField.tsx';

/** Shows a field with a text to edit, and finds what stands behind it. */
async function open(text: string, lines?: readonly [number, number]) {
  function Edited() {
    const [value, setValue] = useState(text);
    return (
      <main style={{ width: 280 }}>
        <PlaceholderField
          id="text"
          label="Besedilo"
          lang="sl"
          value={value}
          placeholders={['group_name', 'link']}
          lines={lines}
          onFocus={() => {}}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </main>
    );
  }
  await renderUi(<Edited />);
  const field = page.getByRole('textbox', { name: 'Besedilo' });
  await expect.element(field).toHaveValue(text);
  const element = field.element() as HTMLInputElement | HTMLTextAreaElement;
  const layer = document.querySelector('main [aria-hidden] [lang=sl]') as HTMLElement;
  const chips = (kind: 'known' | 'unknown') =>
    [...layer.querySelectorAll(`[data-placeholder=${kind}]`)].map(({ textContent }) => textContent);
  const putCaret = (place: number) => {
    element.focus();
    element.setSelectionRange(place, place);
  };
  return { field, element, layer, chips, putCaret };
}

test('a placeholder becomes a chip when its last brace is typed, and an unknown one is marked', async () => {
  const { field, layer, chips } = await open('', [2, 14]);
  await userEvent.type(field, 'V {{{{group_name}');
  expect(chips('known')).toEqual([]);
  await userEvent.keyboard('}');
  expect(chips('known')).toEqual(['{{group_name}}']);
  await userEvent.keyboard('{Enter}in {{{{ime}}, {{{{ link }} }}');
  const text = 'V {{group_name}}\nin {{ime}}, {{ link }} }}';
  await expect.element(field).toHaveValue(text);
  expect(layer.textContent).toBe(text);
  expect(chips('known')).toEqual(['{{group_name}}', '{{ link }}']);
  expect(chips('unknown')).toEqual(['{{ime}}', '}}']);
});

test.each([
  { of: 'a line', lines: undefined },
  { of: 'a long text', lines: [2, 14] as const },
])('Backspace behind a placeholder of $of deletes it whole, and can be undone', async ({ lines }) => {
  const { field, chips, putCaret } = await open('V {{group_name}}{{ime}}, ob petih', lines);
  putCaret(23);
  await userEvent.keyboard('{Backspace}');
  await expect.element(field).toHaveValue('V {{group_name}}, ob petih');
  await userEvent.keyboard('{Backspace}');
  await expect.element(field).toHaveValue('V , ob petih');
  await userEvent.keyboard('{Control>}zz{/Control}');
  await expect.element(field).toHaveValue('V {{group_name}}{{ime}}, ob petih');
  expect(chips('known')).toEqual(['{{group_name}}']);
  putCaret(2);
  await userEvent.keyboard('{Delete}');
  await expect.element(field).toHaveValue('V {{ime}}, ob petih');
});

test('elsewhere, and with words selected, keys delete as in every field', async () => {
  const { field, element, chips, putCaret } = await open('V {{group_name}}!', [2, 14]);
  putCaret(17);
  await userEvent.keyboard('{Backspace}');
  await expect.element(field).toHaveValue('V {{group_name}}');
  putCaret(14);
  await userEvent.keyboard('{Backspace}');
  await expect.element(field).toHaveValue('V {{group_nam}}');
  expect(chips('unknown')).toEqual(['{{group_nam}}']);
  element.setSelectionRange(14, 15);
  await userEvent.keyboard('{Backspace}');
  await expect.element(field).toHaveValue('V {{group_nam}');
});

const long = [
  'Spoštovani, {{group_name}} se začne v soboto, dvoranavsamemsredištumestaLjubljanezravenglavnepošte 🩰👩‍👩‍👧.',
  ' {{link}}{{link}}{{link}}{{link}}{{link}}{{link}}   in {{nekaj česar ni med podatki, čeprav je dolgo}}.',
  '',
].join('\n');

test('a long text wraps and scrolls as the field does', async () => {
  const { element, layer } = await open(long, [2, 14]);
  expect(layer.clientHeight).toBe(element.clientHeight);
  // by hand; all lines are to be counted
  element.style.height = '70px';
  expect(layer.clientHeight).toBe(element.clientHeight);
  for (const width of [150, 203, 280, 311.5]) {
    element.closest('main')?.style.setProperty('width', `${width}px`);
    expect(layer.scrollHeight).toBe(element.scrollHeight);
    expect(layer.clientWidth).toBe(element.clientWidth);
  }
  element.scrollTop = 1_000;
  expect(element.scrollTop).toBeGreaterThan(50);
  await expect.poll(() => layer.scrollTop).toBe(element.scrollTop);
});

test('a long line scrolls as the field does', async () => {
  const { element, layer, putCaret } = await open(long.replaceAll('\n', ''));
  expect(layer.clientWidth).toBe(element.clientWidth - 22);
  putCaret(long.length);
  await userEvent.keyboard('{End}');
  expect(element.scrollLeft).toBeGreaterThan(500);
  await expect.poll(() => layer.scrollLeft).toBe(element.scrollLeft);
  await userEvent.tab();
  await expect.poll(() => layer.scrollLeft).toBe(0);
});
