import { useQuery } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useMemo } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useMay } from '../../permission/Permission.tsx';
import type { ParticipantsSearch } from './address.ts';
import { groupFilterOf, ownQuestionsQuery, referenceQueries } from './queries.ts';

/** A column of answers: the field of the catalogue, or the group's own question. */
export type AnswerColumn = { id: string; header: string; sensitive: boolean };

/** The fields of the catalogue, and the questions of the groups that the list is narrowed to, as far as the user may read answers. */
export function useAnswerColumns(
  search: ParticipantsSearch,
  groupId: string | null,
  isWanted: boolean,
): readonly AnswerColumn[] {
  const { locale } = useI18n();
  const api = useApi();
  const maySensitive = useMay('answers.read_sensitive');
  const groups = groupFilterOf(search, groupId);
  const fields = useQuery({ ...referenceQueries.formFields(api), enabled: isWanted }).data;
  const questions = useQuery({
    ...ownQuestionsQuery(api, groups),
    enabled: isWanted && Object.keys(groups).length > 0,
  }).data;
  return useMemo(() => {
    const named = (fields?.results ?? [])
      .filter(({ sensitive }) => maySensitive || !sensitive)
      .map(({ id, name, sensitive }) => ({ id, sensitive, header: bestText(name, locale).text }));
    const asked = (questions?.results ?? []).map(({ id, name, group_name, sensitive }) => {
      const text = bestText(name, locale).text;
      return {
        id,
        sensitive,
        header: groupId === null ? `${text} (${bestText(group_name, locale).text})` : text,
      };
    });
    return [...named, ...asked];
  }, [fields, questions, maySensitive, locale, groupId]);
}
