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
import { creatingRoute, madeObject, type Route, route } from '../../platform/http/route.ts'
import type { Sftp } from './sftp.ts'

export function sftpRoutes({ credentials, readAccess }: Sftp): Route[] {
  return [
    route(listSshKeys, ofPerson('refused'), call => credentials.listKeys(call.caller.userId)),
    creatingRoute(addSshKey, ofPerson('refused'), {
      made: madeObject,
      create: (call, once) =>
        credentials.addKey(call, call.body, (transaction, id) => once.note(transaction, { id })),
      again: ({ id }, { caller }) => credentials.readKey(caller.userId, id),
    }),
    route(deleteSshKey, ofPerson('refused'), call => credentials.removeKey(call, call.params.id)),
    route(readSftpPassword, ofPerson('refused'), call => credentials.readPassword(call.caller.userId)),
    route(createSftpPassword, ofPerson('refused'), call => credentials.createPassword(call)),
    route(deleteSftpPassword, ofPerson('refused'), call => credentials.removePassword(call)),
    route(readSftpAccess, onGameServer('game-server-files'), call =>
      readAccess(call.params.server, call.caller.login),
    ),
  ]
}
