import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Caller, createTestApp, type TestApp } from './app.ts';

type Given = { site: TestApp; organization_id: string; staff: Caller };

/**
 * Gives each test of the file that calls this a new organisation with an administrator; the file's tests share one app.
 *
 * @param variables environment variables beside the defaults of the mode `test`
 */
export function inOrganization(take: (given: Given) => void, variables: Record<string, string> = {}): void {
  let site: TestApp;
  beforeAll(async () => {
    site = await createTestApp({ variables });
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    const { id: organization_id } = await site.factories.organization();
    const staff = site.as(await site.factories.member({ organization_id }));
    take({ site, organization_id, staff });
  });
}
