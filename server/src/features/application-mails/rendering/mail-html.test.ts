import { languages } from '@vpisnik/contract/common';
import { mailTypeRules, mailTypes } from '@vpisnik/contract/rules/mail-types';
import { participantStatuses } from '@vpisnik/contract/rules/statuses';
import { describe, expect, test } from 'vitest';
import { renderAccountMail } from '../../../identity/mails/account-render.ts';
import { accountTexts } from '../../../identity/mails/account-texts.ts';
import { type MailData, renderMail } from './render.ts';

/** Every mail of organisations: types with their variants and states, in both languages, with each part there is. */
const ofOrganizations = languages.flatMap((language) =>
  mailTypes.flatMap((email_type) => {
    const { variants, tells_status, recipient } = mailTypeRules[email_type];
    const states = tells_status ? participantStatuses : [null];
    return ['', ...variants].flatMap((variant) =>
      states.map((status) => {
        const staff = recipient === 'staff';
        const data: MailData = {
          ...{ email_type, variant, language, status, recipient_kind: recipient },
          organization: {
            name: 'Plesna šola Zvezda',
            address: 'Tržaška cesta 12',
            phone_number: '01 234 56 78',
          },
          ...{ group_name: 'Moderni ples', participant_name: 'Špela Žnidaršič', addressee: 'Ana Žnidaršič' },
          ...{ reason: status === 'rejected' ? 'Skupina je polna.' : '', may_decide: true },
          values: {
            amount: '45,00 €',
            due_date: 'po dogovoru',
            payment_reference: 'SI12 1',
            dates: 'torek',
            deadline: 'torka',
          },
          ...(mailTypeRules[email_type].about === 'offers' && {
            answer: { deadline: 'torka, do 18:00', of: 'one' as const },
          }),
          details: [
            {
              facts: [{ label: 'reference', value: 'K7MPQ2XA' }],
              pictures: [
                {
                  ...{ cid: 'koda', name: 'koda.png', png: Buffer.from('') },
                  alt: 'Koda',
                  caption: 'Vadnina',
                  side: 200,
                },
              ],
            },
          ],
          link: staff ? 'https://vpisnik.test/groups/1' : null,
          home: 'https://vpisnik.test',
          ...(email_type === 'group_message' && { unsubscribe: 'https://vpisnik.test/unsubscribe' }),
        };
        const words = {
          subject: 'Vaja',
          header_text: 'Vaja',
          main_message: '**Danes**:\n\n- [tu](https://a.si)',
        };
        const template =
          email_type === 'group_message' ? { translations: { [language]: words }, sections: {} } : null;
        return {
          name: [email_type, variant, status, language].filter(Boolean).join(' '),
          language,
          ...renderMail(template, data),
        };
      }),
    );
  }),
);

const keysOf = <Key extends string>(of: Record<Key, unknown>) => Object.keys(of) as Key[];
const facts = {
  ...{
    name: 'Nina Kos',
    organization: 'Plesna šola Zvezda',
    address: 'nova@zvezda.test',
    date: 'danes',
  },
  ...{ account: 'Nina Kos', actor: 'Vid Kos', passkey: 'Telefon', subject: 'Vaja' },
  ...{ link: 'https://vpisnik.test/activation', home: 'https://vpisnik.test' },
};
const ofAccounts = languages.flatMap((language) =>
  keysOf(accountTexts[language].mails).map((kind) => ({
    name: `account ${kind} ${language}`,
    language,
    ...renderAccountMail({ kind, language, facts }),
  })),
);

describe.each([...ofOrganizations, ...ofAccounts])('$name', ({ html, language }) => {
  test('is small, says its language, and leads to whole addresses', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    expect(html).toMatch(new RegExp(`<html[^>]* lang="${language}"`));
    for (const [, target = ''] of html.matchAll(/\bhref="([^"]*)"/g))
      expect(target).toMatch(/^(?:https:\/\/[\w.-]+(?:\/|$)|mailto:|tel:)/);
    for (const [picture] of html.matchAll(/<img\b[^>]*>/g)) {
      expect(picture).toMatch(/ alt="[^"]+"/);
      expect(picture).toMatch(/ src="cid:/);
    }
  });

  test('needs nothing that mail programs leave out', () => {
    // Gmail drops the whole style where it meets some of these, Outlook the element
    expect(html).not.toMatch(/<(?:script|form|iframe|link|object|video|svg|base)\b/i);
    expect(html).not.toMatch(/\bon\w+\s*=|javascript:|@import|@font-face|expression\(/i);
    const styles = [...html.matchAll(/style="([^"]*)"|<style[^>]*>([\s\S]*?)<\/style>/g)].map(
      ([, own, sheet]) => own ?? sheet ?? '',
    );
    for (const style of styles)
      expect(style).not.toMatch(
        /\bposition\s*:|\bfloat\s*:|display\s*:\s*(?:flex|grid)|var\(|calc\(|url\(|light-dark\(|background-image|\bcontent\s*:/,
      );
  });

  test('stands in Outlook, whose Word knows tables and no width but a written one', () => {
    // pages of 632 and cards of 600 pixels are tables for Word alone
    expect(html.match(/<!--\[if mso \| IE\]><table[^>]* width="632"/g)).toHaveLength(1);
    expect(html.match(/<!--\[if mso \| IE\]>[^!]*<table[^>]* width="600"/g)?.length).toBeGreaterThan(0);
    expect(html).toContain('<o:PixelsPerInch>96</o:PixelsPerInch>');
    for (const [table] of html.matchAll(/<table\b[^>]*>/g)) {
      // facts are a table of words
      if (!table.includes('class="facts"')) expect(table).toContain('role="presentation"');
      expect(table).toMatch(/cellpadding="0" cellspacing="0"|border="0" cellpadding="0"/);
    }
    for (const [picture] of html.matchAll(/<img\b[^>]*>/g))
      expect(picture).toMatch(/ width="\d+" height="\d+"/);
    // it leaves out the padding of links and blocks, so cells have it; a status is read without
    for (const [link] of html.matchAll(/<(?:a|div|p|h[12])\b[^>]*[;"]padding:(?!0)[^>]*>/g))
      expect(link).toContain('mso-padding-alt:0');
    expect(html.match(/<td class="button" bgcolor="#[0-9a-f]{6}"[^>]*mso-padding-alt:/g)?.length ?? 0).toBe(
      html.match(/<a class="button"/g)?.length ?? 0,
    );
    for (const [, fonts = ''] of html.matchAll(/font-family:([^;"]*)/g))
      expect(fonts).toMatch(/, ?sans-serif$/);
  });

  test('can be read in light and in dark', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const pale = textsOf(html, scheme).filter(({ ink, ground }) => contrast(ink, ground) < 4.5);
      expect(pale, scheme).toEqual([]);
    }
  });
});

type Box = { tag: string; classes: string[]; ink: string; ground: string; isHidden: boolean };

/** Visible texts of a mail with their colours, as its own styles and those of the dark scheme make them. */
function textsOf(html: string, scheme: 'light' | 'dark') {
  const dark = scheme === 'dark' ? darkRules(html) : [];
  const open: Box[] = [];
  const found: { text: string; ink: string; ground: string }[] = [];
  const body = html.slice(html.indexOf('<body')).replace(/<!--[\s\S]*?-->/g, '');
  for (const [whole, end, tag = '', attributes = '', text] of body.matchAll(
    /<(\/?)([a-z0-9]+)((?:[^>"]|"[^"]*")*)>|([^<]+)/gi,
  )) {
    const parent = open.at(-1);
    if (text !== undefined) {
      if (text.replace('&nbsp;', '').trim() && parent && !parent.isHidden)
        found.push({ text: text.trim(), ink: parent.ink, ground: parent.ground });
      continue;
    }
    if (end) {
      while (open.length > 0 && open.pop()?.tag !== tag);
      continue;
    }
    const style = /style="([^"]*)"/.exec(attributes)?.[1] ?? '';
    const classes = (/class="([^"]*)"/.exec(attributes)?.[1] ?? '').split(' ');
    const bare = /bgcolor="([^"]*)"/.exec(attributes)?.[1];
    const box: Box = {
      ...{ tag, classes, isHidden: (parent?.isHidden ?? false) || /display:\s*none/.test(style) },
      ink: colorIn(style, 'color') ?? parent?.ink ?? '#000000',
      ground: colorIn(style, 'background(?:-color)?') ?? bare ?? parent?.ground ?? '#ffffff',
    };
    for (const { ink, ground } of dark.filter((rule) => isAt(rule.path, [...open, box]))) {
      box.ink = ink ?? box.ink;
      box.ground = ground ?? box.ground;
    }
    if (!/^(?:img|br|meta|hr|input)$/.test(tag) && !whole.endsWith('/>')) open.push(box);
  }
  return found;
}

const colorIn = (style: string, property: string): string | undefined =>
  new RegExp(`(?:^|[;\\s])${property}:\\s*(#[0-9a-f]{6})`).exec(style)?.[1];

type Rule = { path: string[]; ink: string | undefined; ground: string | undefined };

/** The rules of the dark scheme; a path is written `.card > td` or `.head div`. */
function darkRules(html: string): Rule[] {
  const start = html.indexOf('(prefers-color-scheme: dark)');
  const sheet = html.slice(html.indexOf('{', start) + 1, html.indexOf('</style>', start));
  return [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', style = '']) =>
    selectors.split(',').map((selector) => ({
      path: selector.trim().split(/\s+/),
      ink: colorIn(style, 'color'),
      ground: colorIn(style, 'background'),
    })),
  );
}

/** Whether the last of these boxes, each within the one before, is what a selector names. */
function isAt(path: string[], boxes: Box[]): boolean {
  const [box] = boxes.slice(-1);
  const last = path.at(-1) ?? '';
  if (!box || !(last.startsWith('.') ? box.classes.includes(last.slice(1)) : box.tag === last)) return false;
  const [above, before] = [boxes.slice(0, -1), path.slice(0, -1)];
  if (before.length === 0) return true;
  if (before.at(-1) === '>') return isAt(before.slice(0, -1), above);
  return above.some((_, at) => isAt(before, above.slice(0, at + 1)));
}

/** The ratio of two colours' luminance, by WCAG 2. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
