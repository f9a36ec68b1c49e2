import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { documentOf, readGroup, readOne, slip } from './service.ts';

type Calls = Handlers<typeof contract.slips>;
type Request = Pick<Parameters<Calls['pdf']>[0], 'inScope' | 'params' | 'reply' | 'signal'>;

const sends =
  (read: typeof readOne) =>
  async ({ inScope, params, reply, signal }: Request) => {
    const made = await inScope((scope) => read(scope, params.id));
    const document = await documentOf(made, signal);
    reply.header('content-disposition', `attachment; filename="${made.name}"`);
    return document;
  };

/** Payment data of open payments. */
export const slipRoutes: Calls = {
  get: ({ scope, params }) => slip(scope, params.id),
  pdf: sends(readOne),
  ofGroup: sends(readGroup),
};
