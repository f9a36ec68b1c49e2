import { createFileRoute } from '@tanstack/react-router';
import { page } from '../../../lib/session/page.ts';
import { useLinkCode } from '../../features/sign-in/links/use-link-code.ts';
import { isNotice, LoginPage } from '../../features/sign-in/login/LoginPage.tsx';
import { safeRedirect } from '../../routing/guard.ts';

export const Route = createFileRoute('/_auth/login')({
  component: Login,
});

/** Parameters of the address; `iss` and `target_link_uri` come from a sign-in that another site initiated. */
type LoginSearch = Record<'redirect' | 'notice' | 'error' | 'password' | 'iss' | 'target_link_uri', unknown>;

function Login() {
  const { redirect, notice, error, password, iss, target_link_uri } = Route.useSearch() as LoginSearch;
  const deviceCode = useLinkCode();
  const wanted = [redirect, pathOf(target_link_uri)].find((one) => typeof one === 'string');
  return (
    <LoginPage
      deviceCode={deviceCode}
      redirect={wanted ?? (error === undefined ? undefined : page().wanted())}
      notice={isNotice(notice) ? notice : undefined}
      error={error === undefined ? undefined : String(error)}
      password={password !== undefined}
      atOnce={iss !== undefined}
    />
  );
}

/** The path of an address of this app; undefined for any other. */
function pathOf(address: unknown): string | undefined {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
  if (url?.origin !== window.location.origin) return undefined;
  return safeRedirect(url.pathname + url.search + url.hash) ?? undefined;
}
