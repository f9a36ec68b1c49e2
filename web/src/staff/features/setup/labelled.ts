import { ApiError } from '@vpisnik/contract/kit';
import { labelWith, slugOf } from '@vpisnik/contract/rules/slug';

/** How often another label is tried before it is said that there is none. */
const attempts = 5;

/** Makes a thing under the label that its name gives, and under the next one while that is taken. */
export async function labelled<Row>(
  name: string,
  create: (label: string) => Promise<Row>,
  attempt = 1,
): Promise<Row> {
  const slug = slugOf(name) || 'a';
  try {
    return await create(attempt === 1 ? slug : labelWith(slug, `${attempt}`));
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'label_taken';
    if (!isTaken || attempt === attempts) throw error;
    return labelled(name, create, attempt + 1);
  }
}
