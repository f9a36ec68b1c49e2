import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { mailsTo, mailWith } from '../mailbox.ts';

const group = 'Private tango lesson';
const first = { name: 'Oliver Brown', email: 'oliver@post.test' };
const second = { name: 'Amelia Stone', email: 'amelia@post.test' };

/** Fills the form in and sends it; answers the reference. */
async function apply(
  visitor: Page,
  link: string,
  { name, email }: typeof first,
  button: string,
): Promise<string> {
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { level: 1, name: group })).toBeVisible();
  // as people type: a form that is full within a moment is taken for a robot's
  await visitor
    .getByRole('textbox', { name: 'Full name of the participant' })
    .pressSequentially(name, { delay: 80 });
  await visitor.getByRole('textbox', { name: 'E-mail' }).pressSequentially(email, { delay: 80 });
  await visitor.getByRole('button', { name: button }).click();
  const told = visitor.getByText('Reference:');
  await expect(told).toContainText(`for ${name}.`);
  return /Reference:\s*([2-9A-HJ-NP-Z]{8})\./.exec(await told.innerText())?.[1] ?? 'none';
}

test('a full group: waiting list, approval all the same, and an undo that comes too late, in English', async ({
  desk,
  phone,
  signIn,
  willRefuse,
}) => {
  const staff = await desk('en');
  await signIn('owner@zvezda.test', staff);

  const link = await test.step('staff publish a group of one place in both languages', async () => {
    await staff.goto('/groups/new');
    await staff.getByRole('textbox', { name: 'Group name' }).fill(group);
    await staff.getByRole('combobox', { name: 'Category' }).click();
    await staff.getByRole('option', { name: 'Social dances' }).click();
    await staff.getByRole('textbox', { name: 'Number of places' }).fill('1');
    await expect(staff.getByRole('radio', { name: 'Add to the waiting list' })).toBeChecked();
    await staff.getByRole('button', { name: 'Save' }).click();

    const summary = staff.getByRole('region', { name: 'The form has errors: check all languages.' });
    await expect(summary).toBeFocused();
    await summary.getByRole('link', { name: 'Slovenian: group name – Fill in this field.' }).click();
    await expect(staff.getByRole('tab', { name: 'Slovenian' })).toHaveAttribute('aria-selected', 'true');
    await expect(staff.getByRole('textbox', { name: 'Group name' })).toBeFocused();
    await staff.keyboard.type('Individualna ura tanga');
    await staff.getByRole('button', { name: 'Save' }).click();
    await expect(staff.getByText('Group saved. Publish it when it is ready.')).toBeVisible();
    await expect(staff.getByRole('heading', { level: 1, name: group })).toBeVisible();
    await staff.getByRole('switch', { name: 'Published' }).click();
    const form = staff.getByRole('link', { name: 'Preview form' });
    return (await form.getAttribute('href')) ?? '';
  });

  const visitors = { first: await phone('en'), second: await phone('en') };
  await test.step('the first visitor gets the place', async () => {
    const reference = await apply(visitors.first, link, first, 'Send application');
    await expect(visitors.first.getByRole('heading', { level: 1, name: 'Application sent' })).toBeFocused();
    const mail = await mailWith(first.email, `We have your application: ${first.name}, ${group}`);
    for (const words of [`Hello ${first.name},`, 'Pending', reference]) expect(mail.text).toContain(words);
  });

  const reference = await test.step('the next is offered the waiting list', async () => {
    const visitor = visitors.second;
    await visitor.goto(link.replace(/\/[^/]+$/, ''));
    await visitor.getByRole('link', { name: 'Social dances' }).click();
    const card = visitor.getByRole('article').filter({ hasText: group });
    await expect(card).toContainText('Full');
    await card.getByRole('link', { name: /^Join the waiting list/ }).click();
    await expect(
      visitor.getByText('All places are taken. Applying puts you on the waiting list'),
    ).toBeVisible();
    const known = await apply(visitor, visitor.url(), second, 'Join the waiting list');
    await expect(
      visitor.getByRole('heading', { level: 1, name: 'You are on the waiting list' }),
    ).toBeFocused();
    const mail = await mailWith(second.email, `We have your application: ${second.name}, ${group}`);
    for (const words of ['Waiting list', 'in the order they applied', known])
      expect(mail.text).toContain(words);
    return known;
  });

  const detail = (name: string) => staff.getByRole('complementary', { name });
  await test.step('staff approve in spite of the limit', async () => {
    await staff
      .getByRole('navigation', { name: 'Parts of the group' })
      .getByRole('link', { name: 'Participants' })
      .click();
    await staff.getByRole('link', { name: second.name }).click();
    await expect(detail(second.name)).toContainText('number 1 on the waiting list');
    await expect(detail(second.name)).toContainText(reference);

    willRefuse(409, /\/status$/);
    await detail(second.name).getByRole('button', { name: 'Approve' }).click();
    const dialog = staff.getByRole('dialog', { name: `Group “${group}” is full` });
    await expect(dialog).toContainText('1 of 1 place is taken.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(detail(second.name)).toContainText('Waiting list');

    willRefuse(409, /\/status$/);
    await detail(second.name).getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('button', { name: 'Approve anyway' }).click();
    await expect(staff.getByText(`${second.name}: application approved`)).toBeVisible();
  });

  await test.step('the visitor is told in English; after that there is nothing to undo', async () => {
    const undo = staff.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
    await undo.focus(); // while it is looked at, it stays
    const mail = await mailWith(second.email, `Place confirmed: ${second.name}, ${group}`);
    for (const words of ['Approved', 'What happens next', 'Your place is confirmed', reference])
      expect(mail.text).toContain(words);
    willRefuse(409, /\/status\/undo$/);
    await undo.press('Enter');
    await expect(staff.getByText('It is too late to undo.')).toBeVisible();
    await expect(detail(second.name)).toContainText('Approved');
  });

  // each mail arrives exactly once
  expect((await mailsTo(first.email)).map(({ subject }) => subject)).toEqual([
    `We have your application: ${first.name}, ${group}`,
  ]);
  expect((await mailsTo(second.email)).map(({ subject }) => subject)).toEqual([
    `We have your application: ${second.name}, ${group}`,
    `Place confirmed: ${second.name}, ${group}`,
  ]);
});
