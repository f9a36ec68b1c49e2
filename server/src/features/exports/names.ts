import type { ExportFormat } from '@vpisnik/contract/exports';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type { Scope } from '../../db/scope.ts';
import { selectTimeZone } from '../participants/filters.ts';
import { exportWords } from './words.ts';

/** The name of a file that is made today, by the organisation's clocks: `udelezenci-2026-09-14.csv`. */
export async function fileName(scope: Scope, format: ExportFormat): Promise<string> {
  const today = localDay(new Date(), await selectTimeZone(scope));
  return `${exportWords[scope.language].file}-${today}.${format}`;
}
