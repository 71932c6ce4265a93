// What can be wrong with a field of a request: a code with the English sentences that say it.
//
// The API answers with the sentence; whoever shows it takes code and values out again, as with reasons, and says it in
// the reader's language. Several sentences of one code need the same text.

import { createSentenceReader, type ReadSentence } from './sentences.ts'

export const fieldProblems = {
  // Nothing there.
  required: [
    'is required',
    'must not be empty',
    'is missing',
    'is missing: name the new file',
    'is required to set a new password',
    'is required: solve the CAPTCHA',
    'is required with "at"',
    'is required with subject_id',
    'is required for {permission}',
    'is required, or steps instead of it',
    'is needed when the format changes',
    'must say which type the id belongs to',
  ],
  requiredMessage: ['is required: write what the players read'],
  requiredCommand: ['is required: write what is typed into the console'],
  requiredAgain: ['is required anew, because the address or the user is another one: {what}'],
  requiredWithLessTls: ['is required anew, because TLS protects it less: {what}'],
  requiredSecretKey: ['enter the secret access key'],
  requiredPrivateKey: ['enter the private key of the user'],
  requiredUserPassword: ['enter the password of the user'],
  nodeOrPlacement: ['name a node, or leave it out and give a placement: {} for any node that has room'],
  requiredByPlan: ['is required: the plan has a limit for {item}, so every server within it has one'],
  // Passwords and codes.
  wrongPassword: ['is wrong'],
  wrongCode: ['is wrong or already used', 'must be the six digits that the authenticator shows'],
  captchaFailed: ['was not passed, try again'],
  publicPassword: ['is on a list of passwords that are publicly known, choose another one'],
  passwordTooShort: ['must be at least {min} bytes long, this is {count}'],
  passwordTooLong: ['must be at most {max} bytes long, this is {count}'],
  rconPassword: [
    'must not contain spaces, quotes, ;, +, $, // or backslashes, nor begin with a dash: {game} would read commands in it',
  ],
  // Lengths and amounts.
  minCharacters: ['must have at least {min} characters', 'must be at least {min} characters'],
  maxCharacters: [
    'must have at most {max} characters',
    'must have at most {max} character',
    'must be at most {max} characters',
  ],
  exactCharacters: ['must have exactly {count} characters'],
  moreCharacters: ['must have more than {min} characters'],
  fewerCharacters: ['must have less than {max} characters'],
  betweenCharacters: ['must have between {min} and {max} characters'],
  tooLong: [
    'is too long',
    'is longer than any path',
    'is longer than any login',
    'is too long for a public key',
    'is larger than any id',
  ],
  maxBytes: ['must be at most {max} bytes', 'must have at most {max} bytes in a line'],
  maxLines: ['must have at most {max} lines'],
  minEntries: ['must have at least {min} entry', 'must have at least {min} entries'],
  maxEntries: [
    'must have at most {max} entry',
    'must have at most {max} entries',
    'must be at most {max} {things}',
    'must name at most {max} {things}',
    'there are only {max} {things}',
  ],
  chooseOne: ['choose at least one {thing}', 'must name at least one {thing}'],
  min: ['must be at least {min}', 'must not be below {min}'],
  max: ['must be at most {max}'],
  maxOfStorage: ['must be at most {max}, as the storage says'],
  maxDays: ['must be at most {max} days'],
  moreThan: ['must be more than {min}'],
  lessThan: ['must be less than {max}'],
  exactly: ['must be exactly {count}'],
  between: ['must be between {min} and {max}'],
  multiple: ['must be a multiple of {count}'],
  notNegative: ['must not be negative'],
  wholeNumber: [
    'must be a whole number',
    'must be a positive whole number',
    'must be a whole number of seconds',
    'must be a whole number of Unix seconds',
    'must be a time in Unix seconds',
  ],
  number: ['must be a number'],
  digits: ['must have exactly {count} digits'],
  digitsBetween: ['must have between {min} and {max} digits'],
  tooManyPoints: ['would be more than {max} points: ask for a larger step or less time'],
  // Kinds and forms of values.
  boolean: ['must be true or false', 'must be true or false (1 or 0)'],
  text: ['must be text'],
  list: ['must be a list', 'must be a list of {things}'],
  object: ['must be an object'],
  leftOut: [
    'must be null',
    'must be left out',
    'must be empty',
    'is only for {what}',
    'give either login or user_id',
  ],
  oneOf: ['must be one of {values}', 'must be one of: {values}'],
  noneOf: ['must not be one of {values}'],
  hostAddress: ['must be a host name or an IP address, without a port'],
  pemCertificates: ['must be certificates in PEM, or empty'],
  notValid: [
    'is not valid',
    'has a key that is not valid',
    'has an entry that is not valid',
    'has a form that is not supported',
    'has the wrong form',
    'is not the name of a permission, see GET /api/permissions',
    'is not a permission on game servers, see GET /api/permissions',
    'is not the name of an ability, see GET /api/tokens/abilities',
    'must be the id of a person',
    'must be the id of a user',
    'must be the id of an object',
    'must be the number of an event',
    'must be me or others',
    'must be allow or deny',
    'must be 64 hexadecimal digits',
    'must be 1 to 255 printable ASCII characters',
    'entries on one game server belong to /api/users/{user}/servers/{server}/permissions',
    'has fields that are not known here: {keys}',
    'must be kinds of events with commas between them: {kinds}',
    'is not taken here: the answer is a secret, which is stored nowhere',
  ],
  unknownField: [
    '{field} is not a field of this request.',
    '{field} is not a field of this request. Did you mean {meant}?',
  ],
  pattern: ['must match {pattern}'],
  otherPattern: ['must not match {pattern}'],
  rule: [
    'must follow the rule {rule}',
    'must be a value that {rule} can be checked on: it takes too long on this one',
  ],
  email: ['is not an e-mail address'],
  webAddress: [
    'must be an address such as {example}',
    'must be a web address',
    '{address} is not a web address',
    'must begin with http:// or https:// and name a host',
  ],
  schemeOfAddress: ['{address} cannot be used: the address must begin with {schemes}'],
  noUserInAddress: [
    'must not contain a user name or password',
    'the address must not hold a user name or password ({host})',
  ],
  redirectLosesEncryption: ['{host} redirects from https to {scheme} ({target}), which is not followed'],
  hostNotAllowed: ['{host} is not among the hosts that are allowed'],
  privateAddress: [
    '{host} is a name in a private network: {advice}',
    '{host} is an address in a private network: {advice}',
    '{host} is at an address in a private network: {advice}',
  ],
  metadataAddress: ["{host} is a cloud's metadata, which is never contacted"],
  ipAddress: ['must be an IP address'],
  network: ['must be an address or a network', 'is not an address or a network'],
  networks: ['{problems}: write an address, or a network such as 10.0.0.0/8 or 2001:db8::/32'],
  uuid: ['must be a UUID'],
  date: ['must be a date such as {example}'],
  time: ['must be a time such as {example}'],
  future: ['must be in the future'],
  tooFarAway: ['is too far in the future'],
  afterStart: ['must be after from'],
  beginsWith: ['must begin with {text}'],
  endsWith: ['must end with {text}'],
  notBeginsWith: ['must not begin with {text}'],
  letters: ['must have letters only'],
  lettersDigits: ['must have letters and digits only'],
  lettersDigitsDashes: ['must have letters, digits, dashes and underscores only'],
  lettersDigitsUnderscores: ['must be letters, digits and underscores'],
  lowerCaseDashes: [
    'must be lower-case letters, digits and dashes',
    'must be {min} to {max} lower-case letters, digits and dashes',
    'must be a lower-case name such as {example}',
  ],
  lowerCaseUnderscores: ['must be lower-case letters, digits and underscores'],
  lowerCase: ['must be lower-case letters, digits, dashes and underscores'],
  storageUser: ['must be a name of letters, digits and . _ @ + = -, or several with / between them'],
  oneLine: [
    'must be one line',
    'must be one line without control characters',
    'must not contain control characters',
  ],
  noSpaces: ['must not contain spaces or control characters'],
  noNul: ['must not contain NUL', 'must not contain a NUL character'],
  notInFile: ['must not contain {what}: it is written into {path}, which cannot hold that'],
  hostKey: ['must be a type and a key, as in known_hosts'],
  octalMode: ['must be octal, such as {example}'],
  language: ['is not a language of this panel'],
  // What is there already, and what is not.
  taken: [
    'is taken by another {thing}',
    'is taken by another user: choose the person from the list, or another login',
  ],
  twice: [
    'is named twice',
    'must not name anything twice',
    'a permission must not be named twice',
    'a permission must not be named twice for the same scope',
    'a role must not be named twice',
    'an ability must not be named twice',
    'a game server must not be named twice',
    'appears twice',
    'a permission is asked for twice',
    'two have the same name',
  ],
  noSuch: [
    'there is no such {thing}',
    'there is no role {name}',
    'there is no node {name}',
    'there is no template {name}',
    'there is no {thing} {ids}',
    'there is no game server that you can see with the id {name}',
    'is not a setting of this plugin',
    'this template has no such variable',
  ],
  nobodyWithLogin: ['nobody has this login: ask the person how exactly they sign in'],
  nameATag: ['name a tag to add or to remove'],
  // Who may.
  adminOnlyValue: ['only an administrator may change this'],
  fixedByTemplate: ['this value is fixed by the template'],
  adminGrants: ['only an administrator may grant {names}'],
  adminDenies: ['an administrator denies this person {names}: only administrators change that'],
  commonPermission: ['must include game-server-common: the other permissions need it'],
  notOfSingleServers: ['{names} is not about single game servers: leave one of both out'],
  // Servers, nodes and plans.
  notMovable: [
    'cannot be changed: a server is not moved this way. Create it on the other node and copy its files.',
  ],
  otherTemplate: ['cannot be changed: create another server from that template and copy its files.'],
  unknownTemplate: ['its template is not known here: choose the one that it was made from'],
  managersOfGame: ['{game} runs with {managers}'],
  managersOfNode: ['this node offers {managers}'],
  noPortOfItsOwn: ['{game} has no query port of its own', '{game} has no RCON port of its own'],
  noRcon: ['{game} has no RCON'],
  noContainer: ['this game does not run in a container'],
  limitNotHeld: [
    'a plain process cannot be held to a {what} limit: leave it out, or run the server with systemd, docker or podman',
  ],
  portTaken: ['port {port} ({name}) belongs to another game server on this node: {server}'],
  portTwice: ['port {port} is already its {name} port'],
  portOutOfRange: ['the {name} port would be {port}, which is no port'],
  nodeDisabled: ['this node is switched off'],
  nodeDraining: [
    'the node {node} is being drained, so nothing comes to it: choose another node, or open this one on its page',
  ],
  nodeClosed: [
    'the node {node} is closed for new servers: choose another node, or open this one on its page',
  ],
  notInPlan: ['is not in your plan'],
  planNotEnforced: [
    '{manager} cannot enforce the limits of your plan: the server needs docker, podman or systemd',
  ],
  planShortage: [
    'this does not fit into the plan. {item}: {used} of {limit} used, {asked} asked for, {left} left',
  ],
  // Schedules and power.
  timeZone: ['is not a time zone: write it like Europe/Berlin or UTC'],
  cronFields: ['must have five fields (minute, hour, day of the month, month, day of the week), not {count}'],
  notUnderstood: ['is not understood: {text}', 'is not understood'],
  neverComes: ['never comes: there is no such day'],
  playersNotReported: [
    'this game does not report how many players are online, so it would never run: leave it out',
  ],
  stepTooEarly: ['must not be before the step above it'],
  leftToSteps: [
    'must be left out: the steps say what is done',
    'must be left out: say it at a step, as only_when',
  ],
  startWaitsForNobody: [
    'must be "now" for a start: no one is online yet',
    'reaches no one: the game is not running',
  ],
  // Backups and storages.
  notStorageOfServer: ['is not a storage of this game server', "is not a storage of this game server's node"],
  storageNotOnNode: [
    'the storage "{storage}" is not assigned to this node: assign it, or choose another node',
  ],
  backupOnOtherNode: [
    'this backup is in a folder of "{node}": choose that node',
    'the nodes have folders of their own in this storage, and this backup is in that of "{node}": choose that node',
  ],
  folderHasNoKey: ['a folder has no key: leave them out'],
  recoveryKey: [
    'is not a recovery key, or one character of it is wrong: it has 14 groups of four letters and digits, as printed on the {sheet}',
  ],
  recoveryKeyOfOther: [
    'does not open the backups of this server: enter the key of the panel that made them',
    'opens none of the servers in this storage: take the sheet that was printed for it by the panel that made them',
  ],
  // Keys for SFTP.
  keyDamaged: ['this key is damaged: copy the whole line again'],
  keyPrivate: [
    'this is a private key: it must stay with you. Paste the public one, from the file that ends in .pub',
  ],
  keyOtherForm: [
    'this is the form of another program: paste the one-line form, which begins with ssh- or ecdsa-',
    'the line must begin with one of: {kinds}',
  ],
  keySeveral: ['paste one key at a time, in one line'],
  keyDsa: ['DSA keys (ssh-dss) are no longer secure: create one with ssh-keygen -t ed25519'],
  keyOnDevice: ['keys on security devices are not supported for SFTP: use an ed25519 key'],
  keyCertificate: ['this is a certificate: paste the public key itself'],
  keyOptions: ['options before the key are not supported: paste the key alone, from its type on'],
  keyRsaShort: [
    'this RSA key has {bits} bits and is too short: at least {min}, or better ssh-keygen -t ed25519',
  ],
  keyRsaLong: ['an RSA key has at most {max} bits'],
  onlyValue: ['must be {word}'],
  // Templates and plugins.
  languageTag: ['must be a language such as {example}'],
  path: ['must be a path such as {example}'],
  form: ['must have the form {form}', 'must look like {form}'],
  shortName: ['must be a short name'],
  steamApp: ['must be the number of a Steam app'],
  permissionNeeded: [
    '{thing} needs the permission {permission}',
    'a public route needs the permission {permission}',
  ],
  unusedTranslation: ['{language}: "{text}" is not a text of this plugin'],
  playersCannotBeTold: [
    'players of this game cannot be told anything (its template names no command, or RCON is off): leave the message out',
  ],
  // Eggs.
  eggTooLarge: ['the egg is larger than {size} MiB, so it was not read'],
  eggEmpty: ['the text is empty'],
  eggJson: ['the text is not valid JSON: line {line}: {error}'],
  eggYaml: ['the text is not valid YAML: line {line}: {error}'],
  eggUnreadable: [
    'the text is not valid YAML',
    'the text is not valid YAML: it is nested too deeply',
    'the egg is nested too deeply',
    'the text is not accepted: its YAML aliases multiply it; write the values out',
    'the text is not accepted: an egg in YAML has at most {count} lines and entries',
  ],
  notAnEgg: ['this is not an egg: {reason}'],
  eggVersion: ["the egg's version {version} is not known; known are {versions}"],
  eggWithoutName: ['the egg has no name'],
  eggWithoutStart: ['the egg has no startup command'],
  eggWithoutImage: ['the egg names no container image'],
  eggTooMuch: [
    "the egg's name is longer than {max} characters",
    "the egg's startup command is longer than {max} characters",
    'a variable has more than {max} rules',
    'the egg has more than {max} {things}',
  ],
  // Packages of plugins.
  fileMissing: [
    'is missing, although plugin.json declares pages',
    'is missing, and plugin.json tells of routes or events',
  ],
  fileUnexpected: ['does not belong into a plugin package'],
  fileTooLarge: ['is larger than {max} bytes'],
  notJson: ['is not JSON'],
  notZip: ['is not a zip file that can be read ({error})'],
  pluginNotAsking: ['the plugin does not ask for {permission}'],
} as const satisfies Record<string, readonly string[]>

export type FieldProblemCode = keyof typeof fieldProblems
export type FieldProblem = ReadSentence<FieldProblemCode>

const numbers = new Set(['min', 'max', 'count', 'port', 'bits', 'size', 'line'])

const readWhole = createSentenceReader<FieldProblemCode>(fieldProblems, (name, value) => {
  if (name === 'ids') return /^\d[\d, ]*$/.test(value)
  if (name === 'word') return /^\S+$/.test(value)
  return !numbers.has(name) || /^-?\d[\d.]*$/.test(value)
})

/** Null: there is no code for it yet. */
export function readFieldProblem(sentence: string): FieldProblem | null {
  const whole = readWhole(sentence)
  if (whole) return whole
  // A value that may have several forms misses each of them: the first is the usual one.
  const [first = '', ...others] = sentence.split(', or ')
  if (others.length > 0) return readFieldProblem(first)
  // A rule of a template, followed by its hint, which the field shows anyway.
  const at = sentence.indexOf(': ')
  return at === -1 ? null : readWhole(sentence.slice(0, at))
}
