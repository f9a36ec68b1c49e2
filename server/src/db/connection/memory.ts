import type { Answer, Memory } from './known-query.ts';

/** Limit for all kept answers together, in characters: about as many bytes, and a few times that when parsed. */
const MOST_CHARACTERS = 4_000_000;

/** Least recently used first. */
const answers = new Map<string, { answer: Answer; size: number }>();
let total = 0;

/** Memory of the last answer to a named statement with these values. */
export function memoryOf(name: string, values: readonly unknown[]): Memory {
  const question = JSON.stringify([name, ...values]);
  return {
    recall: () => {
      const known = answers.get(question);
      if (!known) return undefined;
      answers.delete(question);
      answers.set(question, known);
      return known.answer;
    },
    keep: (answer) => {
      forget(question);
      const size = sizeOf(answer);
      if (size > MOST_CHARACTERS / 10) return;
      answers.set(question, { answer, size });
      total += size;
      for (const oldest of answers.keys()) {
        if (total <= MOST_CHARACTERS) break;
        forget(oldest);
      }
    },
  };
}

function forget(question: string): void {
  total -= answers.get(question)?.size ?? 0;
  answers.delete(question);
}

function sizeOf({ raw }: Answer): number {
  return raw.reduce((sum, row) => sum + row.reduce((its, value) => its + (value?.length ?? 0) + 8, 0), 100);
}
