// Tests of the link and the command for SFTP.

import { expect, test } from 'vitest'
import { sftpCommand, sftpLink } from './sftp-command-rules.ts'

test('8.3 link and command name user, host and port', () => {
  const place = { host: '192.0.2.7', port: 2022, username: 'mara.7' }
  expect(sftpLink(place)).toBe('sftp://mara.7@192.0.2.7:2022/')
  expect(sftpCommand(place)).toBe('sftp -P 2022 mara.7@192.0.2.7')
  expect(sftpLink({ ...place, port: 22 })).toBe('sftp://mara.7@192.0.2.7/')
  expect(sftpCommand({ ...place, port: 22 })).toBe('sftp mara.7@192.0.2.7')
})

test('8.3 an IPv6 address stands in brackets', () => {
  const place = { host: '2001:db8::20', port: 2022, username: 'mara.7' }
  expect(sftpLink(place)).toBe('sftp://mara.7@[2001:db8::20]:2022/')
  expect(sftpCommand(place)).toBe('sftp -P 2022 mara.7@[2001:db8::20]')
})

test('T-060 a name cannot become a part of the link or of a shell command', () => {
  const place = { host: 'node', port: 2022, username: "a b@x/;'$(id)" }
  expect(sftpLink(place)).toBe(`sftp://a%20b%40x%2F%3B'%24(id)@node:2022/`)
  expect(sftpCommand(place)).toBe(`sftp -P 2022 'a b@x/;'\\''$(id)@node'`)
})
