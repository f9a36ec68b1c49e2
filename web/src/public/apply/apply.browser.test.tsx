import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../test/axe.ts';
import {
  answerWith,
  groupNow,
  openPage,
  receipt,
  refusal,
  servePage,
} from '../../../test/public-browser.tsx';
import { applyPage, everyPage, fields } from '../../../test/servers/public-pages.ts';

// fixed days: a version of a text is called so

const small = () => applyPage({ fields: [] });
// a label also says that a field is optional
const field = (label: string) => page.getByLabelText(label, { exact: false });
const text = (part: string) => page.getByText(part, { exact: false });
const name = () => field('Ime in priimek udeleženca');
const email = () => page.getByLabelText('E-pošta', { exact: true });
const birth = () => page.getByLabelText('Datum rojstva', { exact: true });
const send = () => page.getByRole('button', { name: 'Oddaj prijavo' });

async function fillIn() {
  await name().fill('Špela Žnidaršič');
  await email().fill('barbara@example.com');
}

describe('sending an application', () => {
  it('sends the answers and says what happens next', async () => {
    const sent = answerWith(receipt());
    await openPage(applyPage({ fields: Object.values(fields) }));
    await fillIn();
    await birth().fill('24.03.2013');
    await field('Ime in priimek starša ali skrbnika').fill(' Barbara Žnidaršič ');
    await field('Eno ali dve leti').click();
    await field('Velikost majice').selectOptions('M');
    await field('Dopoldne').click();
    await field('Zvečer').click();
    await field('Opombe').fill('Pride z bratom.');
    await send().click();
    await expect.element(page.getByRole('heading', { name: 'Prijava je oddana' })).toHaveFocus();
    await expect.element(text('ZV2K4M7Q')).toBeVisible();
    await expect.element(text('Potrdilo smo poslali na barbara@example.com.')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.key).toBe('key-of-the-first-form');
    expect(sent[0]?.body).toMatchObject({
      name: 'Špela Žnidaršič',
      email: 'barbara@example.com',
      phone: null,
      notes: 'Pride z bratom.',
      language: 'sl',
      privacy_version: '2026-11-01',
      accept_waitlist: false,
      website: '',
      answers: {
        [fields.birth.id]: '2013-03-24',
        [fields.guardian.id]: 'Barbara Žnidaršič',
        [fields.experience.id]: 'some',
        [fields.size.id]: 'm',
        [fields.days.id]: ['morning', 'evening'],
      },
    });
    // a consent that was not given is not an answer
    expect(sent[0]?.body.answers).not.toHaveProperty(fields.photos.id);
  });

  it('takes no press on the receipt that belongs to the button under it', async () => {
    answerWith(receipt());
    await openPage(small());
    await fillIn();
    await send().click();
    const heading = page.getByRole('heading', { name: 'Prijava je oddana' });
    await expect.element(heading).toHaveFocus();
    const press = (kind: string, detail: number) =>
      page
        .getByRole('link', { name: 'Druge skupine' })
        .element()
        .dispatchEvent(new MouseEvent(kind, { detail, bubbles: true, cancelable: true }));
    const isIgnored = (kind: string, detail: number) => !press(kind, detail);
    expect(isIgnored('mousedown', 2)).toBe(true);
    expect(isIgnored('click', 2)).toBe(true);
    // once pressed for its own sake, a double click is one: it marks the number of the application, for example
    expect(isIgnored('mousedown', 1)).toBe(false);
    expect(isIgnored('mousedown', 2)).toBe(false);
  });

  it('takes a date of birth as a browser fills it in', async () => {
    await openPage(applyPage({ fields: [fields.birth] }));
    await expect.element(birth()).toHaveAttribute('autocomplete', 'bday');
    await birth().fill('2013-03-24');
    await expect.element(birth()).toHaveValue('24.03.2013');
  });

  it('names every mistake above the form and at its field, in the same words, and loses nothing', async () => {
    const sent = answerWith(receipt());
    await openPage(applyPage());
    await email().fill('barbara@mail');
    await birth().fill('31.02.2012');
    await send().click();
    const summary = page.getByRole('alert').filter({ has: text('popravite 4 polja') });
    await expect.element(summary).toHaveFocus();
    await expect
      .element(email())
      .toHaveAccessibleDescription(/Vpišite e-poštni naslov v obliki ime@primer.si/);
    await expect.element(email()).toHaveValue('barbara@mail');
    await expect.element(birth()).toHaveValue('31.02.2012');
    await expectAccessible();
    await summary.getByRole('link', { name: 'Vpišite e-poštni naslov', exact: false }).click();
    await expect.element(email()).toHaveFocus();
    // from now on mistakes go as they are corrected
    await email().fill('barbara@example.com');
    await expect.element(text('popravite 3 polja')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('keeps a name that is too long whole, and says how long it may be', async () => {
    await openPage(small());
    await fillIn();
    await name().clear();
    document.execCommand('insertText', false, 'Ana '.repeat(60));
    await send().click();
    await expect
      .element(name())
      .toHaveAccessibleDescription(/udeleženca«: skrajšajte odgovor na največ 200 znakov/);
    await expect.element(name()).toHaveValue('Ana '.repeat(60));
  });

  it('shows the server’s errors at their fields', async () => {
    answerWith(
      refusal(422, 'invalid_fields', {
        errors: [{ path: `answers.${fields.guardian.id}`, code: 'invalid_characters' }],
      }),
    );
    await openPage(applyPage({ fields: [fields.guardian] }));
    await fillIn();
    const guardian = field('Ime in priimek starša ali skrbnika');
    await guardian.fill('Barbara');
    await send().click();
    await expect.element(guardian).toHaveAccessibleDescription(/preverite odgovor/);
  });

  it('loads new questions when they changed meanwhile, and keeps all that was typed', async () => {
    const form = applyPage({ fields: [fields.guardian, fields.health] });
    const now = { ...form.group, fields: [fields.health, fields.experience] };
    const gone = { path: `answers.${fields.guardian.id}`, code: 'unknown_field' };
    const sent = answerWith(
      refusal(422, 'invalid_fields', { errors: [gone] }),
      refusal(404, 'not_found'),
      refusal(422, 'invalid_fields', { errors: [gone] }),
      groupNow(now),
      receipt(),
    );
    await openPage(form);
    await fillIn();
    await field('Ime in priimek starša ali skrbnika').fill('Barbara');
    await field('Zdravstvene posebnosti').fill('Alergija');
    await send().click();
    const renew = page.getByRole('button', { name: 'Naloži nova vprašanja' });
    await expect.element(text('Vprašanja v obrazcu so se medtem spremenila')).toBeVisible();
    await expectAccessible();
    await renew.click();
    await expect.element(text('Prijava ni bila poslana.')).toBeVisible();
    await send().click();
    await renew.click();
    await expect.element(text('Vprašanja so posodobljena.')).toBeVisible();
    await expect.element(field('Ime in priimek starša ali skrbnika')).not.toBeInTheDocument();
    // the first of the new ones
    await expect.element(page.getByRole('radio').first()).toHaveFocus();
    await expect.element(name()).toHaveValue('Špela Žnidaršič');
    await expect.element(field('Zdravstvene posebnosti')).toHaveValue('Alergija');
    await field('Eno ali dve leti').click();
    await send().click();
    await expect.element(text('Prijava je oddana')).toBeVisible();
    expect(sent.at(-1)?.body.answers).toEqual({
      [fields.health.id]: 'Alergija',
      [fields.experience.id]: 'some',
    });
  });

  it('locks while it is under way', async () => {
    let answer: (response: Response) => void = () => {};
    const sent = answerWith(() => new Promise<Response>((resolve) => (answer = resolve)));
    await openPage(small());
    await fillIn();
    await send().click();
    const button = page.getByRole('button', { name: 'Pošiljam' });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await button.click({ force: true });
    answer(receipt());
    await expect.element(text('Prijava je oddana')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('keeps everything when the line is down, and the key when it is sent again', async () => {
    const sent = answerWith('offline', receipt());
    await openPage(small());
    await fillIn();
    await send().click();
    await expect.element(text('Prijava ni bila poslana. Preverite povezavo')).toBeVisible();
    await expect.element(name()).toHaveValue('Špela Žnidaršič');
    await send().click();
    await expect.element(text('Prijava je oddana')).toBeVisible();
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('is sent by itself when the connection is back', async () => {
    const sent = answerWith('offline', receipt());
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openPage(small());
    await fillIn();
    await send().click();
    await expect.element(text('prijavo pošljemo, ko se povezava vrne')).toBeVisible();
    connection.mockRestore();
    window.dispatchEvent(new Event('online'));
    await expect.element(text('Prijava je oddana')).toBeVisible();
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('waits for a tap where it was changed while there was no connection', async () => {
    const sent = answerWith('offline', receipt());
    const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openPage(small());
    await fillIn();
    await send().click();
    await expect.element(text('prijavo pošljemo, ko se povezava vrne')).toBeVisible();
    await name().fill('Špela Ž');
    await expect.element(text('Preverite povezavo in poskusite znova')).toBeVisible();
    connection.mockRestore();
    window.dispatchEvent(new Event('online'));
    expect(sent).toHaveLength(1);
    await send().click();
    await expect.element(text('Prijava je oddana')).toBeVisible();
  });

  it('takes a new key when an earlier attempt arrived with other answers', async () => {
    const sent = answerWith(refusal(409, 'idempotency_conflict'), receipt());
    await openPage(small());
    await fillIn();
    await send().click();
    await expect.element(text('Prijava je oddana')).toBeVisible();
    const [first, , second] = sent;
    expect(second?.key).not.toBe(first?.key);
  });

  it('waits and tries again by itself when too many apply at once', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const sent = answerWith(refusal(429, 'rate_limited', { retry_after: 1 }), receipt());
    await openPage(small());
    await fillIn();
    await send().click();
    await expect.element(text('znova poskusimo čez 1 sekundo')).toBeVisible();
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    await expect.element(text('Prijava je oddana')).toBeVisible();
    expect(sent).toHaveLength(2);
  });

  it('keeps the answers while the operator lets nobody change anything, and is sent afterwards', async () => {
    const sent = answerWith(refusal(503, 'read_only', { retry_after: 60 }), receipt());
    await openPage(small());
    await fillIn();
    await send().click();
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Vpisnik se vzdržuje, zato prijave za zdaj ni' }))
      .toBeVisible();
    await expect.element(name()).toHaveValue('Špela Žnidaršič');
    await send().click();
    await expect.element(text('Prijava je oddana')).toBeVisible();
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('offers the waiting list when the last place has just gone', async () => {
    const sent = answerWith(
      refusal(409, 'group_full', { errors: [{ path: 'accept_waitlist', code: 'waitlist_available' }] }),
      receipt({ status: 'waitlisted' }),
    );
    await openPage(small());
    await fillIn();
    await send().click();
    await expect.element(text('Zadnje mesto je pravkar oddano.')).toBeVisible();
    await expect.element(name()).toHaveValue('Špela Žnidaršič');
    await page.getByRole('button', { name: 'Oddaj prijavo v čakalno vrsto' }).click();
    await expect.element(page.getByRole('heading', { name: 'Prijava je v čakalni vrsti' })).toBeVisible();
    expect(sent.map(({ body }) => body.accept_waitlist)).toEqual([false, true]);
  });

  it('says so when a full group has no waiting list, or has closed', async () => {
    answerWith(refusal(409, 'group_full'), refusal(409, 'applications_closed'));
    await openPage(small());
    await fillIn();
    await send().click();
    await expect.element(text('skupina nima čakalne vrste')).toBeVisible();
    await send().click();
    await expect.element(text('Skupina ne sprejema več prijav')).toBeVisible();
    await expect.element(name()).toHaveValue('Špela Žnidaršič');
  });

  it('starts the form for another person with the contact data alone', async () => {
    const form = applyPage({
      fields: [fields.guardian, fields.experience, fields.photos, fields.guardianPhone],
    });
    const sent = answerWith(receipt(), groupNow({ ...form.group, taken: 15 }), receipt());
    await openPage(form);
    await expect.element(text('2 prosti mesti')).toBeVisible();
    await fillIn();
    await field('Ime in priimek starša ali skrbnika').fill('Barbara Žnidaršič');
    await field('Telefon skrbnika').fill('031 777 188');
    await field('Eno ali dve leti').click();
    await field('Dovolim fotografiranje').click();
    await send().click();
    await page.getByRole('button', { name: 'Prijavi še eno osebo' }).click();
    await expect.element(name()).toHaveFocus();
    await expect.element(name()).toHaveValue('');
    await expect.element(email()).toHaveValue('barbara@example.com');
    await expect.element(field('Ime in priimek starša ali skrbnika')).toHaveValue('Barbara Žnidaršič');
    await expect.element(field('Telefon skrbnika')).toHaveValue('031 777 188');
    await expect.element(field('Eno ali dve leti')).not.toBeChecked();
    await expect.element(field('Dovolim fotografiranje')).not.toBeChecked();
    // the first one has taken a place
    await expect.element(text('1 prosto mesto')).toBeVisible();
    await name().fill('Žan Žnidaršič');
    await send().click();
    await expect.element(text('Prijava je oddana')).toBeVisible();
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});

describe('a half-filled form', () => {
  it('survives a reload of its tab, but for sensitive answers', async () => {
    const form = applyPage({ fields: [fields.health, fields.birth, fields.experience] });
    const first = await openPage(form);
    await name().fill('Špela');
    await field('Zdravstvene posebnosti').fill('Alergija');
    await birth().fill('24.03.2013');
    await field('Eno ali dve leti').click();
    await expect.element(text('Osnutek je shranjen v tem brskalniku.')).toBeVisible();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Alergija');
    first.container.remove();

    await openPage({ ...form, idempotency_key: 'key-of-the-second-form' });
    const told = text('Obnovili smo vaš osnutek. Občutljive odgovore vpišite znova.');
    await expect.element(told).toBeVisible();
    const follows = told.element().compareDocumentPosition(name().element());
    expect(follows, 'it is told before the form').toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await expect.element(name()).toHaveValue('Špela');
    await expect.element(field('Zdravstvene posebnosti')).toHaveValue('');
    await expect
      .element(field('Zdravstvene posebnosti'))
      .toHaveAccessibleDescription(/Tega odgovora ne shranjujemo\./);
    await expect.element(birth()).toHaveValue('24.03.2013');
    await expect.element(field('Eno ali dve leti')).toBeChecked();

    const sent = answerWith(receipt());
    await email().fill('barbara@example.com');
    await send().click();
    await expect.element(text('Prijava je oddana')).toBeVisible();
    // still the same form: had the first attempt arrived, this would not be a second application
    expect(sent[0]?.key).toBe('key-of-the-first-form');
    expect({ ...sessionStorage }).toEqual({
      [`vpisnik.sent.${form.group.id}`]: expect.stringMatching(
        /^\[\{"name":"Špela","reference":"ZV2K4M7Q","waits":false,"at":\d+\}\]$/,
      ),
    });
  });

  it('shows its days as the language of the page writes them', async () => {
    const form = applyPage({ fields: [fields.birth] });
    const first = await openPage(form);
    await birth().fill('24.03.2013');
    await expect.element(text('Osnutek je shranjen v tem brskalniku.')).toBeVisible();
    first.container.remove();
    await openPage(form, { language: 'en' });
    await expect.element(page.getByLabelText('Date of birth', { exact: true })).toHaveValue('03/24/2013');
  });

  it('can be discarded', async () => {
    await openPage(small());
    await name().fill('Špela');
    await page.getByRole('button', { name: 'Zavrzi osnutek' }).click();
    await expect.element(name()).toHaveValue('');
    // the button is gone with the draft
    await expect.element(name()).toHaveFocus();
    expect(sessionStorage).toHaveLength(0);
  });

  it('works where storage is refused, as in the frame of another site', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    answerWith(receipt());
    await openPage(small(), { embed: true });
    await fillIn();
    await send().click();
    await expect.element(text('Prijava je oddana')).toBeVisible();
  });

  it('keeps text typed before the script loads', async () => {
    const { start } = servePage(applyPage({ start_date: '2099-09-15' }));
    await fillIn();
    await birth().fill('24.03.2082');
    await field('Eno ali dve leti').click();
    await start();
    await field('Opombe').fill('x');
    await expect.element(name()).toHaveValue('Špela Žnidaršič');
    await expect.element(birth()).toHaveValue('24.03.2082');
    await expect.element(field('Eno ali dve leti')).toBeChecked();
    // and computes the age from it
    await expect.element(text('starost ob začetku 17 let')).toBeVisible();
  });
});

describe('the form', () => {
  it('changes language in place and keeps every answer, sensitive ones too', async () => {
    await openPage(applyPage({ fields: [fields.health, fields.birth] }));
    await name().fill('Špela');
    await field('Zdravstvene posebnosti').fill('Alergija');
    await birth().fill('24.03.2013');
    await page.getByRole('link', { name: 'English' }).click();
    await expect.element(page.getByRole('heading', { name: 'Modern dance for teenagers' })).toBeVisible();
    await expect.element(field('Full name of the participant')).toHaveValue('Špela');
    await expect.element(field('Health')).toHaveValue('Alergija');
    await expect.element(page.getByLabelText('Date of birth', { exact: true })).toHaveValue('03/24/2013');
    expect(document.documentElement.lang).toBe('en');
    expect(document.title).toBe('Apply: Modern dance for teenagers · Plesna šola Zvezda');
    expect(new URL(location.href).searchParams.get('lang')).toBe('en');
    const sent = answerWith(receipt());
    await page.getByLabelText('E-mail').fill('barbara@example.com');
    await page.getByRole('button', { name: 'Send application' }).click();
    await expect.element(text('Application sent')).toBeVisible();
    expect(sent[0]?.body).toMatchObject({ language: 'en', answers: { [fields.birth.id]: '2013-03-24' } });
    document.documentElement.lang = 'sl';
  });

  it('warns about an age outside the group’s limits, but sends', async () => {
    const sent = answerWith(receipt());
    await openPage(applyPage({ fields: [fields.birth], start_date: '2099-09-15', age_from: 12, age_to: 16 }));
    await fillIn();
    await birth().fill('16.09.2087');
    await expect.element(text('starost ob začetku 11 let')).toBeVisible();
    await birth().fill('15.09.2087');
    await expect.element(text('starost ob začetku')).not.toBeInTheDocument();
    await birth().fill('01.01.2050');
    await send().click();
    await expect.element(text('Prijava je oddana')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('lets a day be picked from a calendar, and reads it', async () => {
    const sent = answerWith(receipt());
    await openPage(applyPage({ fields: [fields.birth] }));
    await fillIn();
    await page.getByRole('button', { name: 'Odpri koledar: Datum rojstva' }).click();
    await page.getByLabelText('Leto').selectOptions('2013');
    await page.getByLabelText('Mesec').selectOptions('marec');
    await page.getByRole('button', { name: 'nedelja, 24. marec 2013' }).click();
    await expect.element(birth()).toHaveValue('24.03.2013');
    await send().click();
    await expect.element(text('Prijava je oddana')).toBeVisible();
    expect(sent[0]?.body.answers).toEqual({ [fields.birth.id]: '2013-03-24' });
  });

  it('can be sent by keyboard alone', async () => {
    answerWith(receipt());
    await openPage(small());
    await name().click();
    await userEvent.keyboard(
      'Špela Žnidaršič{Tab}barbara@example.com{Tab}031 777 188{Tab}Opomba{Tab}{Enter}',
    );
    await expect.element(text('Prijava je oddana')).toBeVisible();
  });

  it('appears by itself when applications open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    const soon = new Date(Date.now() + 60_000).toISOString();
    const closed = applyPage({ fields: [], apply_from: soon, enrolment: 'not_yet' });
    const open = { organization: closed.organization, group: { ...closed.group, enrolment: 'open' } };
    answerWith(Response.json({ ...open, group: closed.group }), Response.json(open));
    await openPage(closed);
    await expect.element(text('Do začetka prijav:')).toBeVisible();
    await vi.advanceTimersByTimeAsync(59_000);
    await expect.element(name()).not.toBeInTheDocument();
    // the first answer is that it is not yet time; the next question comes within four seconds
    await vi.advanceTimersByTimeAsync(6000);
    await expect.element(name()).toBeVisible();
  });

  it('appears by itself after a sleep, in which the clock that counts down stands still', async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const closed = applyPage({ fields: [], apply_from: later, enrolment: 'not_yet' });
    answerWith(
      Response.json({ organization: closed.organization, group: { ...closed.group, enrolment: 'open' } }),
    );
    await openPage(closed);
    await expect.element(text('Do začetka prijav:')).toBeVisible();
    const steady = performance.now.bind(performance);
    const slept = vi.spyOn(performance, 'now').mockImplementation(() => steady() - 60_000);
    await expect.element(name()).toBeVisible();
    slept.mockRestore();
  });
});

describe('accessibility', () => {
  it.each(['every_widget', 'waitlist', 'full', 'not_yet', 'refused', 'place_lost', 'sent', 'queued'])(
    '%s',
    async (state) => {
      const shown = everyPage[state];
      if (shown?.kind !== 'apply') throw new Error(`No such page: ${state}`);
      answerWith('offline');
      await openPage(shown);
      await expectAccessible();
    },
  );
});
