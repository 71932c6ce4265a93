import { expect, test } from 'vitest'
import { backupCopyName, surplusCopies } from './backup-copy-rules.ts'

const name = (day: number) => backupCopyName('panel.sqlite', '0007-plugins', `2026-11-0${day}T01:02:03.456Z`)

test('the name tells the time and the last change', () => {
  expect(name(1)).toBe('panel.sqlite.kept-20261101T010203Z-0007-plugins')
})

test('the newest three stay, whatever the order, and other files are left alone', () => {
  const others = [
    'panel.sqlite',
    'panel.sqlite-wal',
    `${name(1)}-wal`,
    'panel.sqlite.kept-by-me',
    'other.sqlite.kept-20200101T000000Z-a',
  ]
  expect(surplusCopies('panel.sqlite', [name(3), name(5), ...others, name(1), name(4), name(2)], 3)).toEqual([
    name(1),
    name(2),
  ])
  expect(surplusCopies('panel.sqlite', [name(1), name(2)], 3)).toEqual([])
})
