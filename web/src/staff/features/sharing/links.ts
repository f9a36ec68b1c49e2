import { applicationPath, programmesPath } from '@vpisnik/contract/rules/public-addresses';
import { notify } from '../../../ui/notice/notify.ts';

type Labelled = { label: string };

/** The address of a group's application form. */
export function applicationLink(organization: Labelled, group: Labelled): string {
  return window.location.origin + applicationPath(organization, group);
}

/** The address of an organisation's programmes. */
export function programmesLink(organization: Labelled): string {
  return window.location.origin + programmesPath(organization);
}

/** HTML that embeds a group's form into another site; the frame grows with the form. */
export function embedCode(link: string, title: string): string {
  const quoted = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return [
    `<iframe data-vpisnik src="${link}?embed=1" title="${quoted}" style="width:100%;height:900px;border:0"></iframe>`,
    `<script async src="${window.location.origin}/embed.js"></script>`,
  ].join('\n');
}

/** The text that says that nothing was copied. */
const act = 'errors.general.copy_link';

/** Copies the code of an embedded form to the clipboard and shows a notice about the result. */
export async function copyEmbedCode(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    notify({ message: 'modules.group.done.embed_copied', act });
  } catch {
    notify({ message: act, color: 'error', act });
  }
}

/** Copies a link to the clipboard and shows a notice about the result. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    notify({ message: 'modules.group.done.link_copied', act });
  } catch {
    notify({ message: act, color: 'error', act });
  }
}
