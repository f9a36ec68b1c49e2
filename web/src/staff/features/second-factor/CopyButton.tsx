import { Button } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';

/** Copies a text to the clipboard and shows the result beside the button. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useI18n();
  const [isCopied, setCopied] = useState<boolean>();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  }

  return (
    <>
      <Button onClick={copy}>{label}</Button>
      <span role="status">
        {isCopied !== undefined &&
          t(isCopied ? 'modules.sign_in.second_factor.copied' : 'modules.sign_in.second_factor.copy_failed')}
      </span>
    </>
  );
}
