import { expect, test } from 'vitest'
import { stepTranslator } from './step-translator-rules.ts'

const step = stepTranslator(
  new Map([
    ['Extracting', 'Wird entpackt'],
    ['Downloading Paper {found.version}', 'Paper {found.version} wird heruntergeladen'],
    [
      'Downloading Fabric {found.loader} for Minecraft {found.version}',
      'Fabric {found.loader} für Minecraft {found.version}',
    ],
  ]),
)

test('a step is recognized with its placeholders filled, and with what a node adds to it', () => {
  expect(step('Extracting')).toBe('Wird entpackt')
  expect(step('Downloading Paper 1.21.4')).toBe('Paper 1.21.4 wird heruntergeladen')
  expect(step('Downloading Fabric 0.16.9 for Minecraft 1.21')).toBe('Fabric 0.16.9 für Minecraft 1.21')
  expect(step('Downloading Paper 1.21.4: 12 MiB (62 %)')).toBe(
    'Paper 1.21.4 wird heruntergeladen: 12 MiB (62 %)',
  )
  expect(step('Extracting: world: no space')).toBe('Wird entpackt: world: no space')
})

test('what is no step stays as it is, however long', () => {
  for (const text of ['', 'stopped', 'Extract', 'Downloading', 'Downloading Paper '.repeat(10_000)])
    expect(step(text)).toBe(text)
})

test('a value is never read as a placeholder', () => {
  expect(step('Downloading Paper {found.loader} $&')).toBe('Paper {found.loader} $& wird heruntergeladen')
})
