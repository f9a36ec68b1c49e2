import { inject } from 'vitest';
import { shiftDate } from '../../e2e/shift-date.ts';

shiftDate(inject('clockOffset'));
