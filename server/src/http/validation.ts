import type { FieldError } from '@vpisnik/contract/errors';
import type { z } from 'zod';
import { AppError, invalidFields } from '../errors.ts';

/** Parses a part of the request; what doesn't fit is refused with the path and code of every field. */
export function parse<T extends z.ZodType>(
  schema: T,
  value: unknown,
  part: 'params' | 'query' | 'body',
): z.output<T> {
  const { success, data, error } = schema.safeParse(value, { reportInput: true });
  if (success) return data;
  // an id that can't be one names nothing
  if (part === 'params') throw new AppError('not_found');
  const errors = error.issues.flatMap(fieldErrors);
  throw part === 'query' ? new AppError('invalid_request', { errors }) : invalidFields(errors);
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...issue.path.map(String), key].join('.'),
        code: 'unknown_field',
      }));
    case 'invalid_type':
      return [{ path, code: issue.input === undefined ? 'required' : 'invalid_type' }];
    case 'too_small':
      return [sized(path, issue, 'too_short', 'too_small', Number(issue.minimum))];
    case 'too_big':
      return [sized(path, issue, 'too_long', 'too_big', Number(issue.maximum))];
    case 'invalid_format':
    case 'custom':
      // our own refinements carry their code as the message
      return [{ path, code: /^[a-z_]+$/.test(issue.message) ? issue.message : 'invalid_format' }];
    default:
      return [{ path, code: 'invalid_value' }];
  }
}

function sized(
  path: string,
  { origin, message }: { origin: string; message: string },
  text: string,
  number: string,
  limit: number,
): FieldError {
  if (/^[a-z_]+$/.test(message)) return { path, code: message };
  if (origin === 'array') return { path, code: text === 'too_long' ? 'too_many' : 'too_few', limit };
  return { path, code: origin === 'string' ? text : number, limit };
}
