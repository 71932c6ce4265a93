import { expect, test } from 'vitest'
import { exhaustionMessage } from './exhaustion.ts'

test('a full table of open files is told with its remedy, however it is wrapped', () => {
  const full = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
  expect(exhaustionMessage(new Error('the file system refused this', { cause: full }))).toContain(
    'LimitNOFILE',
  )
  expect(exhaustionMessage(Object.assign(new Error(''), { code: 'ENFILE' }))).toContain('fs.file-max')
  expect(exhaustionMessage(Object.assign(new Error(''), { code: 'EIO' }))).toBeNull()
})
