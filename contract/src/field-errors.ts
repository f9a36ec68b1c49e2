/** Field errors of a problem from zod issues; server and forms share them. */
import type { z } from 'zod';
import type { FieldError } from './rules/errors.ts';

/** The path and code of everything that didn't fit. Parse with `reportInput: true`, or a missing field is not told from a wrong type. */
export function fieldErrorsOf(error: z.core.$ZodError): FieldError[] {
  return error.issues.flatMap(errorsOf);
}

function errorsOf(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...issue.path.map(String), key].join('.'),
        code: 'unknown_field',
      }));
    case 'invalid_type':
      return [
        {
          path,
          code: issue.input === undefined ? 'required' : isNoInteger(issue) ? 'integer' : 'invalid_type',
        },
      ];
    case 'too_small':
      return [sized(path, issue, 'too_short', 'too_small', Number(issue.minimum))];
    case 'too_big':
      return [sized(path, issue, 'too_long', 'too_big', Number(issue.maximum))];
    case 'invalid_format':
    case 'custom':
      // our own refinements carry their code as the message
      return [{ path, code: /^[a-z_]+$/.test(issue.message) ? issue.message : 'invalid_format' }];
    case 'invalid_union':
      return fittingBranch(issue).flatMap((inner) =>
        errorsOf({ ...inner, path: [...issue.path, ...inner.path] }),
      );
    default:
      return [{ path, code: 'invalid_value' }];
  }
}

/** A fraction or a text where a whole number belongs; no input asks for other numbers. */
const isNoInteger = ({ expected, input }: z.core.$ZodIssueInvalidType) =>
  (expected === 'int' || expected === 'number') && (typeof input === 'number' || typeof input === 'string');

/** Issues of a union: those of the branch that matches the value's type, not of the others. */
function fittingBranch({ errors, input }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] {
  const wrongKind = (issue: z.core.$ZodIssue) => issue.code === 'invalid_type' && issue.path.length === 0;
  const branch = errors.find((issues) => !issues.some(wrongKind));
  return branch ?? [{ code: 'custom', path: [], message: 'invalid_value', input }];
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
