import { type Language, languages } from '@vpisnik/contract/rules/texts';

/** The language that a browser asks for among those offered, by the weights of `Accept-Language`. */
export function acceptedLanguage(
  header: string | undefined,
  offered: readonly Language[] = languages,
): Language | undefined {
  const asked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find(Boolean);
      return { primary: tag.split('-')[0], weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { primary } of asked) {
    const language = offered.find((one) => one === primary);
    if (language) return language;
  }
  return undefined;
}
