import { notify } from '../../../ui/notify.ts';

/** The address of a group's application form. */
export function applicationLink(organizationId: string, groupId: string): string {
  return `${window.location.origin}/public/${organizationId}/groups/${groupId}/apply`;
}

/** What a site puts into its page to show a group's form there; the frame grows with the form. */
export function embedCode(link: string, title: string): string {
  const quoted = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return [
    `<iframe data-vpisnik src="${link}?embed=1" title="${quoted}" style="width:100%;height:900px;border:0"></iframe>`,
    `<script async src="${window.location.origin}/embed.js"></script>`,
  ].join('\n');
}

/** Puts the code of an embedded form into the clipboard and says whether it is there. */
export async function copyEmbedCode(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code);
    notify({ message: 'modules.group.done.embed_copied' });
  } catch {
    notify({ message: 'errors.general.copy_link', color: 'error' });
  }
}

/** Puts a link into the clipboard and says whether it is there. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    notify({ message: 'modules.group.done.link_copied' });
  } catch {
    notify({ message: 'errors.general.copy_link', color: 'error' });
  }
}
