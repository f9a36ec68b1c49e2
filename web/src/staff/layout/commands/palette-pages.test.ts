import { roles } from '@vpisnik/contract/rules/roles';
import { describe, expect, it } from 'vitest';
import { routes } from '../../routing/meta.ts';
import { pagesFor } from './palette-pages.ts';

/** Pages of a person who signs in, is about to, or may not. */
const signInPages = [
  '/login',
  '/register',
  '/register-success',
  '/activation',
  '/invitation',
  '/reset-password',
  '/reset-password/confirm',
  '/required-password-change',
  '/email-change',
  '/owner-change',
  '/disabled',
];
const pathsFor = (...given: Parameters<typeof pagesFor>) => pagesFor(...given).map(({ path }) => path);

describe('the pages of the palette', () => {
  it('are all that need no more than their name', () => {
    const named = Object.keys(routes).filter((path) => !path.includes('$') && !signInPages.includes(path));
    expect(pathsFor('ADMIN', true)).toEqual(named);
  });

  it('are those that the role may open', () => {
    expect(pathsFor('GROUP_VIEWER_USER', true)).toEqual([
      '/dashboard',
      '/groups',
      '/account',
      '/account/security',
    ]);
    expect(pathsFor('GROUP_ADMIN', true)).not.toContain('/payments');
    expect(pathsFor('ORGANIZATION_ADMIN', true)).toContain('/payments/statements');
    for (const role of roles.filter((one) => one !== 'ADMIN'))
      expect(pathsFor(role, true)).not.toContain('/organizations');
    expect(pathsFor('ADMIN', false)).toEqual([
      '/account',
      '/account/security',
      '/organizations',
      '/organizations/use',
      '/organizations/mails',
      '/organizations/dns',
      '/installation',
    ]);
  });
});
