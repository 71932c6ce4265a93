// How operations and types are called in the API's description: by the names that they have in code, in the API's words.

/** Where the rule below would give a name that says something else, or that another one has. */
const ownNames: Readonly<Record<string, string>> = {
  updateGameServer: 'updateServerGame',
  gameServerDetail: 'ServerDetails',
  signedIn: 'SignInResult',
  secondFactorWanted: 'TwoFactorChallenge',
  issueShortLivedToken: 'createShortLivedToken',
  issueEnrollment: 'createEnrollment',
  setPower: 'setServerPower',
  readPower: 'getServerPower',
  checkPorts: 'checkServerPorts',
  readConsole: 'getServerConsole',
  sendConsoleCommand: 'sendServerCommand',
  readOwnAbilities: 'getOwnServerPermissions',
  readManyAbilities: 'getOwnPermissionsOnServers',
  readManyPowerOptions: 'getPowerOptionsOfServers',
  readSettings: 'getServerSettings',
  changeSettings: 'updateServerSettings',
  readSftpAccess: 'getServerSftp',
  rollBack: 'rollBackServer',
  readHealth: 'getHealth',
  readReadiness: 'getReadiness',
  queryGame: 'queryServer',
  findServers: 'findServersInStorage',
  bringBackServer: 'bringBackFoundServer',
  metrics: 'Metrics',
  readNodeInstall: 'getNodeInstallation',
  explainPermission: 'explainPermission',
}

const words: readonly (readonly [RegExp, string])[] = [
  [/^read(?=[A-Z])/, 'get'],
  [/^change(?=[A-Z])/, 'update'],
  [/GameServer/, 'Server'],
  [/^gameServer/, 'server'],
  [/ServerTask/, 'Schedule'],
  [/^(newest)?serverTask/, '$1schedule'],
  [/SecondFactor/, 'TwoFactor'],
  [/PersonalAccessToken/, 'AccessToken'],
  [/^personalAccessToken/, 'accessToken'],
]

function inWordsOfTheApi(name: string): string {
  return ownNames[name] ?? words.reduce((text, [pattern, word]) => text.replace(pattern, word), name)
}

/** `readGameServer` → `getServer`; a part of a group, as `begin` of `resumableUpload` → `beginResumableUpload`. */
export function operationName(exported: string, part?: string): string {
  return inWordsOfTheApi(
    part === undefined ? exported : `${part}${exported.charAt(0).toUpperCase()}${exported.slice(1)}`,
  )
}

/** `gameServer` → `Server`. */
export function typeName(exported: string): string {
  const name = inWordsOfTheApi(exported)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
