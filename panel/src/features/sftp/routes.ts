// Routes of SFTP: keys and password of the profile, and how a game server is reached.

import {
  addSshKey,
  deleteSftpPassword,
  deleteSshKey,
  listSshKeys,
  makeSftpPassword,
  readSftpAccess,
  readSftpPassword,
} from '@rookery/contracts/http/sftp.ts'
import { loginSession, onGameServer } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Sftp } from './sftp.ts'

export function sftpRoutes({ credentials, readAccess }: Sftp): Route[] {
  return [
    route(listSshKeys, loginSession(), call => credentials.listKeys(call.caller.userId)),
    route(addSshKey, loginSession(), call => credentials.addKey(call, call.body)),
    route(deleteSshKey, loginSession(), call => credentials.removeKey(call, call.params.id)),
    route(readSftpPassword, loginSession(), call => credentials.readPassword(call.caller.userId)),
    route(makeSftpPassword, loginSession(), call => credentials.makePassword(call)),
    route(deleteSftpPassword, loginSession(), call => credentials.removePassword(call)),
    route(readSftpAccess, onGameServer('game-server-files'), call =>
      readAccess(call.params.server, call.caller.login),
    ),
  ]
}
