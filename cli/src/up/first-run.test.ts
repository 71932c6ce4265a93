// The first config.env: what it allows beside what a panel takes that is configured by hand.

import { expect, test } from 'vitest'
import { createConfigText } from './first-run.ts'

const linesOf = (text: string) => text.split('\n').filter(line => /^[A-Z]/.test(line))

test.each([
  ['rookery up', []],
  ['rookery setup', [['HTTP_HOST', 'panel.example']] as const],
])(
  'the first config.env of %s lets people upload archives, binary files and large files, records who did what and has a trash',
  (_, settings) => {
    const lines = linesOf(createConfigText(settings))
    expect(lines.map(line => line.replace(/^(AUTH_SECRET|ENCRYPTION_KEY)=.+/, '$1'))).toEqual([
      'AUTH_SECRET',
      'ENCRYPTION_KEY',
      'FILES_UPLOAD_ALLOW_ARCHIVES=true',
      'FILES_UPLOAD_ALLOW_BINARY=true',
      'FILES_LARGE_TRANSFERS=true',
      'ACTIVITY_PEOPLE=true',
      'TRASH_DAYS=7',
      ...settings.map(([name, value]) => `${name}=${value}`),
    ])
  },
)
