import { notify } from '../../../ui/notify.ts';

/** The address of a group's application form. */
export function applicationLink(organizationId: string, groupId: string): string {
  return `${window.location.origin}/public/${organizationId}/groups/${groupId}/apply`;
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
