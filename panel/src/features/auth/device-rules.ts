// What a user agent says about the device, in words that people know. It is shown, and nothing is decided by it.

export interface Device {
  /** A browser, or the name of a program. */
  browser: string | null
  system: string | null
}

/** The first that fits: browsers name those that they are like after themselves. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (\S+ )?Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bFreeBSD\b/, 'FreeBSD'],
  [/\bLinux\b/, 'Linux'],
]

/** `curl/8.5.0`, `python-requests/2.32.3`: programs begin with their own name, browsers with `Mozilla`. */
const programName = /^([A-Za-z][A-Za-z0-9._-]{0,31})(?:[/ ]|$)/

export function describeDevice(userAgent: string): Device {
  const isBrowser = userAgent.startsWith('Mozilla/') || userAgent.startsWith('Opera/')
  const program = programName.exec(userAgent)?.[1] ?? null
  return {
    browser: isBrowser ? firstThatFits(browsers, userAgent) : program,
    system: firstThatFits(systems, userAgent),
  }
}

function firstThatFits(rules: readonly [RegExp, string][], userAgent: string): string | null {
  return rules.find(([form]) => form.test(userAgent))?.[1] ?? null
}
