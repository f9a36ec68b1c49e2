import { fieldErrorsOf } from '@vpisnik/contract/field-errors';
import type { z } from 'zod';
import { AppError, invalidFields } from '../errors.ts';

/** More than the fields of any form; a body of thousands of unknown ones is not listed back. */
const MOST_ERRORS = 100;

/** Parses a part of the request; refuses it with the path and code of every wrong field. */
export function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  part: 'params' | 'query' | 'body',
): z.output<T> {
  const { success, data, error } = schema.safeParse(value, { reportInput: true });
  if (success) return data;
  // an id that can't be one names nothing
  if (part === 'params') throw new AppError('not_found');
  const errors = fieldErrorsOf(error).slice(0, MOST_ERRORS);
  throw part === 'query' ? new AppError('invalid_request', { errors }) : invalidFields(errors);
}
