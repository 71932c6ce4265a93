// Routes of SFTP: keys and password of the profile, and how a game server is reached.

import {
  addSshKey,
  createSftpPassword,
  deleteSftpPassword,
  deleteSshKey,
  listSshKeys,
  readSftpAccess,
  readSftpPassword,
} from '@rookery/contracts/http/sftp.ts'
import { ofPerson, onGameServer } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Sftp } from './sftp.ts'

export function sftpRoutes({ credentials, readAccess }: Sftp): Route[] {
  return [
    route(listSshKeys, ofPerson('refused'), call => credentials.listKeys(call.caller.userId)),
    route(addSshKey, ofPerson('refused'), call => credentials.addKey(call, call.body)),
    route(deleteSshKey, ofPerson('refused'), call => credentials.removeKey(call, call.params.id)),
    route(readSftpPassword, ofPerson('refused'), call => credentials.readPassword(call.caller.userId)),
    route(createSftpPassword, ofPerson('refused'), call => credentials.createPassword(call)),
    route(deleteSftpPassword, ofPerson('refused'), call => credentials.removePassword(call)),
    route(readSftpAccess, onGameServer('game-server-files'), call =>
      readAccess(call.params.server, call.caller.login),
    ),
  ]
}
