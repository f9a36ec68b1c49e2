import { describe, expect, test } from 'vitest';
import { mailMarks } from './marks.ts';

const id = '019a0c3e-5b7a-7c3d-9e21-3f4a5b6c7d8e';
const [first, second] = ['a'.repeat(32), 'b'.repeat(32)] as [string, string];

describe('a mark', () => {
  const marks = mailMarks([first]);

  test.each(['of', 'shortOf'] as const)('made by %s names its mail, whatever key has made it', (writing) => {
    const mark = marks[writing](id);
    expect(mark).toMatch(/^[\w-]{35,52}$/);
    expect(marks.mailOf(mark)).toBe(id);
    expect(mailMarks([second, first]).mailOf(mark)).toBe(id);
    expect(mailMarks([second]).mailOf(mark)).toBeUndefined();
  });

  test('that we have not made names no mail', () => {
    const [long, short] = [marks.of(id), marks.shortOf(id)];
    const turned = (mark: string) => (mark[0] === '0' ? '1' : '0') + mark.slice(1);
    const others = [
      turned(long),
      turned(short),
      short.toUpperCase(),
      long.slice(1),
      `${short}=`,
      'x'.repeat(35),
      '',
    ];
    for (const one of others) expect(marks.mailOf(one), one).toBeUndefined();
  });
});
