// Why the panel or a node refuses a request as a whole: a code with the English sentences that say it.
//
// Written and read like problems of fields: the answer holds the sentence, and whoever shows it says it in the reader's
// language. What has no code here is said as it came.

import { createSentenceReader } from './sentences.ts'

export const refusals = {
  // Of servers.
  serverState: ['the game server {state}: {advice}'],
  stopFirst: ['the game server is {state}: stop it first'],
  notRunning: [
    'the game server is not running: there is nobody to wait for',
    'the game is not running: start it first',
  ],
  gamePaused: ['the game is paused and cannot answer: resume it first'],
  cannotWait: ['the daemon on this node cannot wait with this, or tell players: update the node'],
  nodeTooOld: [
    'the daemon of this node is too old to store a history of metrics: update the node',
    'the daemon on the node "{node}" is too old for backups: upgrade the node, then try again',
    'the daemon does not know this question: update it',
    'the node answered in a way that this panel does not understand: update both',
    'the daemon cannot read this request for files: update the daemon, or what asked for it',
    'the daemon cannot read this request about backups: update the daemon, or what asked for it',
    'this daemon does not know how to {action}: update it',
    'the daemon does not know this kind of transfer: update it',
  ],
  playersNotCounted: ['this game does not tell how many play: choose a time instead'],
  playersCannotBeTold: [
    'players of this game cannot be told anything: its template names no command, or RCON is off',
  ],
  consoleNotRead: ['the game is not reading its console: the command was not sent'],
  cloneWithoutFiles: ['the game server is not installed, so it has no files to copy: clone it without them'],
  notInstalledYet: ['this game server has no files yet: install it first'],
  portsTaken: ['{problems}. Choose other ports for this one'],
  noFreePort: [
    'the node has no free ports left for this game: give the ports yourself',
    'no free {kind} was found near {port}: choose another range',
  ],
  templateGone: [
    'the template of this server was deleted, so it cannot be restored: create a server of another template and copy the files',
  ],
  ownServer: ['you own this server'],
  ownerIsFixed: ['this person owns the server: only administrators change what an owner may do'],
  ownerDenied: [
    'an administrator denies the owner {permissions} on this server, so it cannot be handed on: ask an administrator',
  ],
  noPlan: ['this server belongs to a plan and you have none: ask an administrator for one'],
  noNodeHasRoom: [
    'none of the nodes of your plan has room for it now: ask for less, or ask your administrator for room',
  ],
  // Of nodes and tasks.
  upgradeRunning: ['an upgrade of this node is already running'],
  nodeHoldsServers: ['the node still holds {held} game servers: delete or move them first'],
  taskEnded: [
    'the task has already ended: {status}',
    'the bulk action has already ended',
    'this run has ended already',
  ],
  tooManyTasks: ['{count} tasks wait for this node, which is not connected: wait for it, or cancel some'],
  // Of backups.
  backupLocked: ['this backup is locked: unlock it first', 'a locked backup stays: unlock it first'],
  nowhereToBackUp: [
    'this game server has nowhere to put a backup: an administrator adds a backup storage for its node first',
  ],
  storageNoLongerUsed: ['this game server no longer uses the storage "{storage}": choose it again first'],
  restoreNeeds: ['restoring a backup needs the permissions for the files and updates of this game server'],
  rollBackGone: ['going back to this backup is not offered any more: look at the game server again'],
  serverHere: [
    'this panel has this server already: restore the backup on its page',
    'the panel has this game server on another node: delete it there first',
  ],
  serverInTrash: ['this server is in the trash of this panel: restore it there, then restore the backup'],
  secretsUnreadable: [
    'the secrets of the storage "{name}" cannot be read: restore ENCRYPTION_KEY',
    'the secrets of the webhook "{name}" cannot be read: restore ENCRYPTION_KEY',
    'the password of these backups cannot be read: restore ENCRYPTION_KEY',
    'a stored secret cannot be read: ENCRYPTION_KEY is missing or is not the one that sealed it. Restore the key, or set the value again',
    '{names} of this server cannot be read: ENCRYPTION_KEY is missing or is not the one that sealed {them}. Restore the key, or set {those} again',
  ],
  panelBackupNoStorage: ['choose a storage for the backup of the panel first'],
  panelBackupRunning: ['the panel is being backed up already'],
  // Of people and their keys.
  lastAdministrator: ['no one would be left who can manage users: make someone else an administrator first'],
  deleteYourself: ['you cannot delete yourself: let another administrator do it'],
  changedByOther: [
    'the user was changed by someone else: reload and try again',
    'somebody has changed this since you read it: read it again, and decide anew',
    'it was changed in the meantime',
    'two-factor authentication was changed in the meantime',
  ],
  fileChanged: [
    'the file was changed or deleted in the meantime: read it again before you write it',
    'this was changed in the meantime: review it and save again',
  ],
  twoFactorState: [
    'two-factor authentication is already on: turn it off first',
    'two-factor authentication is off',
    'no two-factor setup is waiting for confirmation: start one first',
  ],
  keyThere: ['this key is in your profile already'],
  tooManyKeys: [
    'a profile holds at most {limit} keys: remove one that you no longer use',
    'this service account has {limit} keys already: revoke some that are no longer used',
    'you have {limit} personal access tokens already: revoke some that are no longer used',
  ],
  keyReplaced: ['this key was replaced already: rotate the one that took its place, or create another'],
  roleFixed: ['the role {role} cannot be deleted', 'the role {role} cannot be renamed'],
  // Of templates and settings.
  slugTaken: ['the slug {slug} belongs to {holder}: choose another'],
  templateInUse: ['{who} made from {name}: delete them first'],
  templateBuiltIn: ['{name} is built in and replaced with every version: copy it and change the copy'],
  templateUnusable: ['the template cannot be used as it is'],
  settingByVariable: [
    '{variable} is set in {place} and cannot be changed here: change it there and restart the panel',
  ],
  webhookOff: ['the webhook is disabled: enable it first'],
  transfersOff: [
    'transfers of large files are off: an administrator can turn them on in the settings of the panel, or with FILES_LARGE_TRANSFERS=true',
  ],
  // Of files and games.
  tooLargeToEdit: [
    'the editor writes at most 5 MB: upload the file instead',
    'the file has {size} bytes, and the editor reads at most 5 MB: download it instead',
    'the file has {size} bytes, and at most 5 MB can be shown: download it instead',
    'the file has {size} bytes: download it instead',
  ],
  tooLargeToUpload: [
    'a file may have at most 100 MB',
    'a file may have at most {size} MB',
    'an upload may have {limit} bytes, this one has {size}',
  ],
  notText: ['this is neither UTF-8 text nor UTF-16 text with a byte order mark: upload the file instead'],
  nameTaken: ['{path}: this name is already taken', 'this name is already taken'],
  folderNotEmpty: ['{path}: this folder is not empty', 'this folder is not empty'],
  linkNotFollowed: [
    '{path}: this is a link, and links are not followed',
    '{path}: the path leads through a link, and links are not followed',
  ],
  fileProtected: [
    '{path}: the template of this game server protects it, and only an administrator can open or change it',
  ],
  folderIntoItself: ['{path}: a folder cannot be copied onto or into itself'],
  noRcon: ['this game has no RCON', 'this game has no RCON: its template does not describe it'],
  rconPasswordRefused: [
    'the game refuses the RCON password: it may have been started with another one, so restart it',
  ],
  gameSilent: ['the game does not answer its query: it may still be starting, or its query is switched off'],
  gameRefused: [
    'the game refused this; {answer}',
    'the game did not say that it has done this; {answer}',
    'the player was not kicked and is still there; {answer}',
    'the ban was not lifted; {answer}',
  ],
  // By code alone.
  otherState: ['this does not fit the current state'],
  userSuspended: ['this account is suspended'],
  userSuspendedFor: ['this account is suspended: {reason}'],
  serverSuspended: ['the game server is suspended'],
  serverSuspendedFor: ['the game server is suspended: {reason}'],
  historyOff: [
    'this node stores no history of metrics: set metrics.history to true in its daemon.yaml and restart its daemon',
  ],
  planLimit: ['this does not fit into the plan', 'this does not fit into the plan. {items}'],
  gameUnreachable: ['the game is not responding'],
  databaseHostUnreachable: ['the database host is not responding'],
  captchaUnreachable: ['the CAPTCHA service is not responding'],
  signInEnded: [
    'wrong login or password',
    'the code is wrong or already used',
    'this sign-in has ended, enter the password again',
  ],
  firstRequestRuns: [
    'the first request with this Idempotency-Key is still being worked on: send it again in a moment',
  ],
  requestNotTaken: [
    'the request could not be read',
    'this address does not take this method',
    'the body of the request came too slowly',
    'the request is too large',
    'this type of content is not accepted',
    'the file does not reach that far',
    'some fields are not valid',
    'this Idempotency-Key belongs to another request: choose a new one for each thing that you create',
    'this address speaks WebSocket only',
    'the body is not valid JSON',
    'the request ended before it was whole',
    'the form contains no file',
  ],
} as const satisfies Record<string, readonly string[]>

export type RefusalCode = keyof typeof refusals

export const readRefusal = createSentenceReader<RefusalCode>(refusals)
