// Reads the tokens as the browser does and measures that text stays readable (WCAG AA) in both color schemes.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

type Tokens = Record<string, [number, number, number]>

function tokensOf(block: string): Tokens {
  const found: Tokens = {}
  for (const [, name, l, c, h] of block.matchAll(/(--[\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)) {
    found[name as string] = [Number(l), Number(c), Number(h)]
  }
  return found
}

function luminance([l, c, h]: [number, number, number]): number {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (value: number) => Math.min(1, Math.max(0, value))
  const red = clamp(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)
  const green = clamp(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)
  const blue = clamp(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(tokens: Tokens, over: string, under: string): number {
  const [one, other] = [tokens[over], tokens[under]]
  if (!one || !other) throw new Error(`no token ${one ? under : over}`)
  const [light, dark] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const darkFrom = css.indexOf('color-scheme: dark')
const lightFrom = css.indexOf('color-scheme: light')
const dark = { ...tokensOf(css.slice(0, darkFrom)), ...tokensOf(css.slice(darkFrom, lightFrom)) }
const light = { ...dark, ...tokensOf(css.slice(lightFrom)) }

const inks = ['--text', '--text-quiet', '--text-faint', '--accent-text']
const states = ['running', 'moving', 'building', 'paused', 'resting', 'trouble', 'away', 'warning'].map(
  name => `--state-${name}`,
)
const backgrounds = [
  '--surface-page',
  '--surface-rail',
  '--surface-panel',
  '--surface-hover',
  '--surface-field',
]

test('a warning is the same orange in both schemes, apart from the accent and from trouble', () => {
  const hueOf = (tokens: Tokens, name: string) => tokens[name]?.[2] ?? Number.NaN
  for (const name of ['--state-warning', '--warning-fill']) {
    expect(hueOf(dark, name)).toBe(hueOf(light, name))
    expect(hueOf(dark, '--amber') - hueOf(dark, name), name).toBeGreaterThanOrEqual(18)
    expect(hueOf(dark, name) - hueOf(dark, '--state-trouble'), name).toBeGreaterThanOrEqual(25)
  }
})

for (const [scheme, tokens] of Object.entries({ dark, light })) {
  for (const ink of [...inks, ...states]) {
    test(`${ink} is readable on every surface in the ${scheme} scheme`, () => {
      for (const background of backgrounds) {
        expect(contrast(tokens, ink, background), `${ink} on ${background}`).toBeGreaterThanOrEqual(4.5)
      }
    })
  }
  test(`words on filled buttons are readable in the ${scheme} scheme`, () => {
    expect(contrast(tokens, '--on-amber', '--amber')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens, '--on-amber', '--amber-hover')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens, '--on-danger', '--danger-fill')).toBeGreaterThanOrEqual(4.5)
  })
  test(`a bar that warns can be told from its ground in the ${scheme} scheme`, () => {
    for (const background of ['--surface-page', '--surface-panel', '--surface-hover'])
      expect(contrast(tokens, '--warning-fill', background)).toBeGreaterThanOrEqual(3)
  })
  test(`fields and focus can be told from their ground in the ${scheme} scheme`, () => {
    for (const background of backgrounds)
      expect(contrast(tokens, '--focus', background)).toBeGreaterThanOrEqual(3)
  })
}
