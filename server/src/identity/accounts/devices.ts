/** Names of a browser and a system; null for what isn't known. */
export interface Device {
  browser: string | null;
  system: string | null;
}

// the first that fits: browsers name those they descend from as well
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Browser and operating system of a user agent, by their common names. */
export function deviceOf(userAgent: string): Device {
  const named = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser: named(browsers), system: named(systems) };
}
