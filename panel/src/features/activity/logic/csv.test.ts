import type { PeopleActivityEntry } from '@rookery/contracts/http/activity.ts'
import { expect, test } from 'vitest'
import { csvCell, csvHeader, csvLine } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['a "quote"', '"a ""quote"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['a=b', 'a=b'],
])('the cell %j is written as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test('a line has a cell for each column, whatever names people choose', () => {
  const entry: PeopleActivityEntry = {
    id: 1,
    at: '2026-11-17T12:00:00.000Z',
    kind: 'permissions',
    what: 'people',
    event: 'permissions_changed',
    by: { id: 1, login: 'admin' },
    via: 'session',
    subject: { type: 'user', id: 2, name: '=cmd|calc,"x"' },
    server: { id: 3, name: 'Arena' },
    details: {
      permissions: [
        {
          ...{ permission: 'game-server-files', object_type: 'server', object_id: 3 },
          ...{ before: null, after: 'allow' },
        },
      ],
    },
  }
  expect(csvLine(entry)).toBe(
    '2026-11-17T12:00:00.000Z,admin,session,permissions,permissions_changed,user,2,"\'=cmd|calc,""x""",' +
      '3,Arena,game-server-files on server 3: none → allow,,\r\n',
  )
  expect(csvHeader.split(',')).toHaveLength(13)
})
