import type { Picture } from '@vpisnik/contract/files';
import { limits } from '@vpisnik/contract/rules/limits';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { fileInput } from '../../../../../test/file-input.ts';
import { references } from '../../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';

// fixed days: it is past, and stays so

/** A picture with something to see in it, as the server would show it. */
function drawn(width: number, height: number): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  const colors = context?.createLinearGradient(0, 0, width, height);
  colors?.addColorStop(0, '#b4533a');
  colors?.addColorStop(1, '#2f7f79');
  if (context && colors) context.fillStyle = colors;
  context?.fillRect(0, 0, width, height);
  return canvas.toDataURL('image/png');
}

const original: Picture = {
  id: idOf(70),
  kind: 'original',
  url: drawn(1600, 900),
  width: 1600,
  height: 900,
  bytes: 1000,
  source_url: null,
  original: null,
  crop: null,
  created_at: '2026-09-01T08:00:00Z',
};
const bannerOf = (crop: Picture['crop']): Picture => ({
  ...original,
  id: idOf(71),
  kind: 'banner',
  url: drawn(1200, 300),
  width: 1200,
  height: 300,
  original,
  crop,
});

const path = `/groups/${idOf(1)}`;

/** Opens the editor of one group over a server that cuts pictures; records the requested cuts and saves. */
async function opened(files: Answers['files'] = {}, group = groupOf(), role = 'ORGANIZATION_ADMIN' as const) {
  const asked: { cuts: unknown[]; saves: unknown[] } = { cuts: [], saves: [] };
  let now = group;
  const rendered = await renderApp({
    path,
    session: sessionOf(role),
    answers: {
      ...references(),
      groups: {
        get: () => now,
        update: ({ body }) => {
          asked.saves.push(body);
          now = { ...now, banner_id: null, banner_url: null, version: now.version + 1 };
          if (body.banner_id) now = { ...now, banner_id: body.banner_id, banner_url: drawn(1200, 300) };
          if (body.banner_alt) now = { ...now, banner_alt: body.banner_alt };
          return now;
        },
      },
      files: {
        upload: () => original,
        get: () => bannerOf({ x: 0, y: 0, width: 800, height: 200 }),
        crop: ({ body }) => {
          asked.cuts.push(body);
          return bannerOf(body);
        },
        ...files,
      },
    },
  });
  // it is far down, and comes when it is nearly seen
  const look = rendered.screen.getByRole('heading', { name: 'Videz' });
  await expect.element(look).toBeInTheDocument();
  look.element().scrollIntoView();
  return { ...rendered, asked };
}

const choose = async (...parts: BlobPart[]) =>
  userEvent.upload(await fileInput(), new File(parts, 'slika.jpg', { type: 'image/jpeg' }));

test('a picture is chosen, cut by keyboard, described and saved', async () => {
  const { screen, asked } = await opened();
  await choose('picture');
  const dialog = screen.getByRole('dialog', { name: 'Izrez za pasico' });
  await expect.element(dialog.getByText('Izrez meri 1600 × 400 pik.')).toBeVisible();
  await picture('banner-crop');
  await expectAccessible(document);
  const frame = dialog.getByRole('group', { name: /^Okvir izreza/ });
  (frame.element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}');
  await dialog.getByRole('button', { name: 'Uporabi izrez' }).click();
  await expect.element(screen.getByRole('button', { name: 'Prilagodi izrez' })).toHaveFocus();
  expect(asked.cuts).toHaveLength(1);
  const [cut] = asked.cuts as { y: number }[];
  expect(cut).toMatchObject({ x: 0, width: 1600, height: 400 });
  expect(cut?.y).toBeLessThan(250);
  await screen
    .getByRole('textbox', { name: 'Opis slike (slovenščina) (neobvezno)' })
    .fill('Plesalka v skoku');
  await picture('banner-chosen');
  await expectAccessible(document);
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByText('Skupina je shranjena', { exact: true })).toBeVisible();
  expect(asked.saves).toEqual([{ banner_id: idOf(71), banner_alt: { sl: 'Plesalka v skoku' }, version: 1 }]);
});

test('a picture in a banner’s shape needs no cutting', async () => {
  const { screen, asked } = await opened({ upload: () => ({ ...original, width: 1200, height: 300 }) });
  await choose('picture');
  await expect.element(screen.getByRole('button', { name: 'Prilagodi izrez' })).toBeVisible();
  expect(asked.cuts).toEqual([{ x: 0, y: 0, width: 1200, height: 300 }]);
});

test('a refused picture is explained at the field and can be replaced', async () => {
  const answers = [
    new Refusal({ status: 422, code: 'invalid_fields', errors: [{ path: 'file', code: 'not_a_picture' }] }),
    new Refusal({ status: 413, code: 'payload_too_large' }),
    new Refusal({ status: 0 }),
    original,
  ];
  const { screen } = await opened({ upload: () => answers.shift() ?? original });
  await choose('text');
  await expect
    .element(
      screen
        .getByRole('alert')
        .getByText('Tega ni mogoče odpreti kot sliko. Izberite sliko JPG, PNG ali GIF.'),
    )
    .toBeVisible();
  await expect.element(screen.getByRole('alert').getByText('slika.jpg')).toBeVisible();
  await picture('banner-refused');
  await expectAccessible(document);
  await choose('large');
  await expect
    .element(screen.getByText('Slika je večja od 5 MB. Izberite manjšo ali jo pomanjšajte.'))
    .toBeVisible();
  await choose('unlucky');
  await expect.element(screen.getByText(/^Ni povezave s strežnikom/)).toBeVisible();
  // the file is still at hand
  await screen.getByRole('button', { name: 'Poskusi znova' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Izrez za pasico' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Izberi sliko' })).toHaveFocus();
});

test('a picture that has come takes the focus from no field that is written in', async () => {
  const arrived = Promise.withResolvers<Refusal>();
  const { screen } = await opened({ upload: () => arrived.promise });
  await choose('picture');
  await expect.element(screen.getByRole('button', { name: 'Prekliči', exact: true })).toBeVisible();
  const name = screen.getByRole('textbox', { name: 'Ime skupine' });
  await name.fill('Mini balet');
  arrived.resolve(new Refusal({ status: 0 }));
  await expect.element(screen.getByText(/^Ni povezave s strežnikom/)).toBeVisible();
  await expect.element(name).toHaveFocus();
});

test('a file over the limit is not sent', async () => {
  const { screen } = await opened({
    upload: () => {
      throw new Error('It was sent');
    },
  });
  await choose(new Uint8Array(limits.pictureBytes + 1));
  await expect.element(screen.getByText(/^Slika je večja od 5 MB/)).toBeVisible();
});

test('a picture is fetched by its address; an error is shown at the address', async () => {
  const asked: string[] = [];
  const { screen } = await opened({
    fetch: ({ body }) => {
      asked.push(body.url);
      return body.url.startsWith('https:')
        ? { ...original, source_url: body.url }
        : new Refusal({
            status: 422,
            code: 'invalid_fields',
            errors: [{ path: 'url', code: 'url_not_https' }],
          });
    },
  });
  const address = screen.getByRole('textbox', { name: 'Spletni naslov slike' });
  await screen.getByRole('button', { name: 'Prenesi' }).click();
  await expect.element(address).toHaveAccessibleDescription('Izpolnite to polje.');
  await address.fill('http://primer.si/slika.jpg');
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveAccessibleDescription(/začne s https/);
  await expect.element(address).toHaveValue('http://primer.si/slika.jpg');
  await address.fill('https://primer.si/slika.jpg');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Izrez za pasico' })).toBeVisible();
  expect(asked).toEqual(['http://primer.si/slika.jpg', 'https://primer.si/slika.jpg']);
});

test('a banner is cut anew from where it was, and taken away', async () => {
  const saved = groupOf({ banner_id: idOf(71), banner_url: drawn(1200, 300), banner_alt: { sl: 'Dvorana' } });
  const { screen, asked } = await opened({}, saved);
  await screen.getByRole('button', { name: 'Prilagodi izrez' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Izrez za pasico' });
  await expect
    .element(dialog.getByText(/^Izrez meri 800 × 200 pik in bo na velikih zaslonih neoster/))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Prekliči' }).click();
  await screen.getByRole('button', { name: 'Odstrani', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'Izberi sliko' })).toHaveFocus();
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByText('Skupina je shranjena', { exact: true })).toBeVisible();
  expect(asked.saves).toEqual([{ banner_id: null, banner_alt: {}, version: 1 }]);
});
