// Tests of the sheet of recovery codes.

import { expect, test } from 'vitest'
import { recoverySheet } from './recovery-sheet.ts'

test('5.5.7 the sheet names the account and holds every code on a line of its own', () => {
  const text = { title: 'Rookery', account: 'Account: admin', created: 'Made today', use: 'Each works once.' }
  expect(recoverySheet(text, ['aaaaa-bbbbb', 'ccccc-ddddd']).split('\n')).toEqual([
    'Rookery',
    'Account: admin',
    'Made today',
    '',
    'aaaaa-bbbbb',
    'ccccc-ddddd',
    '',
    'Each works once.',
    '',
  ])
})
