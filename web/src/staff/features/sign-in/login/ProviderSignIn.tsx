import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { readConfig } from '../../../../lib/config.ts';
import { page } from '../../../../lib/session/page.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Message } from '../../../../ui/notice/Message.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { failureText } from '../../credentials/failure-text.ts';

export type ProviderSignInProps = {
  /** The path to go on to afterwards. */
  redirect?: string | undefined;
  /** Goes to the provider without a click, for links whose purpose is this sign-in. */
  atOnce?: boolean;
  signInElsewhere?: (redirect?: string) => Promise<void>;
};

/** Button to the external sign-in: the operator's own page, or the hosted provider. */
export function ProviderSignIn(props: ProviderSignInProps) {
  const { redirect, atOnce = false, signInElsewhere = page().signInElsewhere } = props;
  const { t } = useI18n();
  const { external_login_url } = readConfig();
  const [failure, setFailure] = useState<unknown>();
  const [isPending, setPending] = useState(atOnce);
  const label = t('modules.sign_in.provider.submit');

  async function go() {
    setPending(true);
    setFailure(undefined);
    try {
      // the button stays locked: this page is being left
      await signInElsewhere(redirect);
    } catch (error) {
      setFailure(error);
      setPending(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (atOnce) void go();
  }, []);

  if (external_login_url && !atOnce)
    return (
      <Button component="a" href={external_login_url} variant="filled">
        {label}
      </Button>
    );
  return (
    <>
      <Message kind="failure">
        {failure !== undefined && failureText(failure, t, 'errors.general.external_page')}
      </Message>
      <Button variant="filled" {...waiting(isPending, () => go())}>
        {isPending ? t('modules.sign_in.provider.pending') : label}
      </Button>
    </>
  );
}
