import { ApiError } from '@vpisnik/contract/kit';

/** Whether the API has nothing to show or to change there (404): deleted meanwhile, or not for this person. */
export const isGone = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 404;
