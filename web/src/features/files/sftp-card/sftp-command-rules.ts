// The link and the command that open a game server's folder by SFTP.

import type { SftpAccess } from '@rookery/contracts/http/sftp.ts'

export const usualPort = 22

/** An IPv6 address stands in brackets where a port or a path may follow. */
const inAddress = (host: string) => (host.includes(':') ? `[${host}]` : host)

type Place = Pick<SftpAccess, 'port' | 'username'> & { host: string }

export const sftpLink = ({ host, port, username }: Place): string =>
  `sftp://${encodeURIComponent(username)}@${inAddress(host)}${port === usualPort ? '' : `:${port}`}/`

/** Quoted only where a shell would read something else into it. */
const quoted = (label: string) =>
  /^[\w@%+=:,./[\]-]+$/.test(label) ? label : `'${label.replaceAll("'", `'\\''`)}'`

export const sftpCommand = ({ host, port, username }: Place): string =>
  [
    'sftp',
    ...(port === usualPort ? [] : ['-P', String(port)]),
    quoted(`${username}@${inAddress(host)}`),
  ].join(' ')
