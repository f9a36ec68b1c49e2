import { expect } from '@playwright/test';
import type { Mail } from '../mailbox/mailbox.ts';
import { here } from './places.ts';

/** The mails to an address, oldest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const response = await fetch(`http://localhost:${here().mailboxPort}/email`);
  const all = (await response.json()) as Mail[];
  return all.filter((mail) => mail.to.some((recipient) => recipient.address === address));
}

/** Waits until an address has a mail with exactly this subject. */
export async function mailWith(address: string, subject: string): Promise<Mail> {
  const arrived = async () => (await mailsTo(address)).map((mail) => mail.subject);
  await expect.poll(arrived, { message: `the subjects of mails to ${address}` }).toContain(subject);
  const found = (await mailsTo(address)).find((mail) => mail.subject === subject);
  if (!found) throw new Error(`The mail to ${address} about ${subject} is gone again`);
  return found;
}

/** Returns the address of a mail's link with exactly this text. */
export function linkIn({ html }: Mail, words: string): string {
  const links = [...html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
  const found = links.find(([, , inside = '']) => inside.replaceAll(/<[^>]*>/g, '').trim() === words);
  if (!found?.[1]) throw new Error(`The mail has no link “${words}”`);
  return found[1].replaceAll('&amp;', '&');
}
