import { ApiError } from '@vpisnik/contract/kit';
import { labelWith, slugOf } from '@vpisnik/contract/rules/slug';

/** Number of labels to try before giving up. */
const attempts = 5;

/** Creates a row with the label derived from its name; tries the next label while one is taken or kept for an address. */
export async function labelled<Row>(
  name: string,
  create: (label: string) => Promise<Row>,
  attempt = 1,
): Promise<Row> {
  const slug = slugOf(name) || 'a';
  try {
    return await create(attempt === 1 ? slug : labelWith(slug, `${attempt}`));
  } catch (error) {
    if (!isLabelRefused(error) || attempt === attempts) throw error;
    return labelled(name, create, attempt + 1);
  }
}

const isLabelRefused = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'label_taken' ||
    error.problem?.errors?.some(({ code }) => code === 'label_reserved') === true);
