// What the answers of a first setup mean: the address, the lines of config.env, and what is said at the end.

export type TlsChoice =
  /** Only this machine reaches the panel. */
  | { kind: 'none' }
  | { kind: 'files'; certFile: string; keyFile: string | null }
  /** Null: no contact, and the directory of Let's Encrypt. */
  | { kind: 'acme'; email: string | null; directory: string | null }
  | { kind: 'proxy' }

export const tlsKinds = ['files', 'acme', 'proxy', 'none'] as const
export type TlsKind = (typeof tlsKinds)[number]

export interface PanelAddress {
  host: string
  port: number | null
}

export interface SetupAnswers {
  address: PanelAddress
  tls: TlsChoice
  login: string
}

const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Whoever lets the panel order certificates agrees to these. */
export const termsOfLetsEncrypt = 'https://letsencrypt.org/repository/'
const usualPort = 8025
const httpsPort = 443

/** A name or address as people write it, with or without https:// and a port; else what is wrong with it. */
export function readAddress(text: string): PanelAddress | { wrong: string } {
  const trimmed = text.trim()
  const wrong = `"${trimmed}" is not a name such as panel.example, with or without a port`
  if (trimmed === '' || /\s/.test(trimmed)) return { wrong }
  const url = URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (
    !url ||
    url.hostname === '' ||
    url.username !== '' ||
    url.pathname !== '/' ||
    url.search + url.hash !== ''
  ) {
    return { wrong }
  }
  return { host: url.hostname, port: portIn(trimmed) }
}

/** URL drops the usual port of the scheme. */
function portIn(text: string): number | null {
  const written = /:(\d+)\/?$/.exec(text)?.[1]
  return written === undefined ? null : Number(written)
}

export const isLocal = ({ host }: PanelAddress): boolean => localNames.has(host)

/** Certificates of a directory are made out to names that the whole internet knows. */
export const isPublicName = ({ host }: PanelAddress): boolean =>
  host.includes('.') && !/^[\d.]+$/.test(host) && !host.startsWith('[') && !/(^|\.)localhost\.?$/.test(host)

/** Where browsers find it. */
export function addressToOpen({ address: { host, port }, tls }: SetupAnswers): string {
  if (tls.kind === 'none') return `http://${host}:${port ?? usualPort}`
  return port === null || port === httpsPort ? `https://${host}` : `https://${host}:${port}`
}

/** Name and value of what a fresh config.env says beside its secrets. */
export function settingsOf({ address: { host, port }, tls }: SetupAnswers): [string, string][] {
  const openLink: [string, string] = ['GRPC_BIND_IP', '0.0.0.0']
  switch (tls.kind) {
    case 'none':
      return [
        ['HTTP_HOST', host],
        ['HTTP_PORT', String(port ?? usualPort)],
      ]
    case 'files':
      return [
        ['HTTP_HOST', host],
        ['HTTP_BIND_IP', '0.0.0.0'],
        ['HTTP_PORT', String(port ?? httpsPort)],
        ['TLS_CERT_FILE', tls.certFile],
        ...(tls.keyFile === null ? [] : [['TLS_KEY_FILE', tls.keyFile] as [string, string]]),
        openLink,
      ]
    case 'acme':
      return [
        ['HTTP_HOST', host],
        ['HTTP_BIND_IP', '0.0.0.0'],
        ['HTTP_PORT', String(port ?? httpsPort)],
        ['TLS_ACME', 'true'],
        ...(tls.email === null ? [] : [['TLS_ACME_EMAIL', tls.email] as [string, string]]),
        ...(tls.directory === null ? [] : [['TLS_ACME_DIRECTORY', tls.directory] as [string, string]]),
        openLink,
      ]
    case 'proxy':
      return [
        // The port is the proxy's: the panel itself listens on its own machine.
        ['HTTP_HOST', port === null || port === httpsPort ? host : `${host}:${port}`],
        ['TLS_FORCE_HTTPS', 'true'],
        ['AUDIT_CLIENT_IP_HEADER', 'X-Real-IP'],
        openLink,
      ]
  }
}

export interface SetupFlags {
  address?: string | undefined
  tls?: string | undefined
  cert?: string | undefined
  key?: string | undefined
  email?: string | undefined
  'acme-directory'?: string | undefined
  administrator?: string | undefined
}

/** What the flags say already; what is missing is asked for. Throws nothing: what is wrong comes as a sentence. */
export function readFlags(flags: SetupFlags): Partial<SetupAnswers> | { wrong: string } {
  const address = flags.address === undefined ? undefined : readAddress(flags.address)
  if (address && 'wrong' in address) return address
  const tls = readTls(flags, address)
  if (tls && 'wrong' in tls) return tls
  return {
    ...(address ? { address } : {}),
    ...(tls ? { tls } : {}),
    ...(flags.administrator === undefined ? {} : { login: flags.administrator }),
  }
}

function readTls(
  { tls, cert, key, email, 'acme-directory': directory }: SetupFlags,
  address: PanelAddress | undefined,
): TlsChoice | { wrong: string } | undefined {
  const kind = tls ?? (cert === undefined ? undefined : 'files')
  if (kind === undefined) return address && isLocal(address) ? { kind: 'none' } : undefined
  if (kind !== 'files' && (cert !== undefined || key !== undefined)) {
    return { wrong: '--cert and --key go with --tls files' }
  }
  if (kind !== 'acme' && (email !== undefined || directory !== undefined)) {
    return { wrong: '--email and --acme-directory go with --tls acme' }
  }
  switch (kind) {
    case 'files':
      if (cert === undefined)
        return { wrong: '--tls files needs --cert FILE, and --key FILE where the key is apart' }
      return { kind, certFile: cert, keyFile: key ?? null }
    case 'acme':
      if (address && !isPublicName(address)) return { wrong: noPublicName(address) }
      return { kind, email: email ?? null, directory: directory ?? null }
    case 'proxy':
    case 'none':
      if (kind === 'none' && address && !isLocal(address)) {
        return { wrong: '--tls none is for --address localhost: passwords would travel readable' }
      }
      return { kind }
    default:
      return { wrong: `--tls must be one of ${tlsKinds.join(', ')}` }
  }
}

export const noPublicName = ({ host }: PanelAddress): string =>
  `--tls acme needs a public name such as panel.example.org, and ${host} is none: choose --tls files or --tls proxy`

/** The flags that a run without a terminal must have. */
export function missingFlags(known: Partial<SetupAnswers>): string[] {
  return [
    ...(known.address ? [] : ['--address']),
    ...(known.tls ? [] : ['--tls']),
    ...(known.login === undefined ? ['--administrator'] : []),
  ]
}

export function alreadySetUp(configFile: string): string {
  return [
    `${configFile} is there already: this machine was set up before. Nothing was changed.`,
    'To change settings, edit it and restart the panel. To see what is wrong: rookery doctor.',
    'For a lost password: rookery user password LOGIN. To start over, move the file and the data folder away first.',
  ].join('\n')
}

interface SetupEnd {
  answers: SetupAnswers
  configFile: string
  /** Null when it was chosen. */
  generatedPassword: string | null
  /** What is left to do, as sentences or commands. */
  next: string[]
}

export function setUpText({ answers, configFile, generatedPassword, next }: SetupEnd): string {
  return [
    'Rookery is set up.',
    '',
    `  address   ${addressToOpen(answers)}`,
    `  login     ${answers.login}`,
    `  password  ${generatedPassword === null ? 'the one you chose' : `${generatedPassword}  (shown only this once)`}`,
    '',
    `Settings and keys are in ${configFile}; keep a copy of it.`,
    ...(answers.tls.kind === 'proxy'
      ? ['Let the proxy hand requests on to http://127.0.0.1:8025: docs/operate/behind-a-proxy.md.']
      : []),
    ...(answers.tls.kind === 'acme' ? acmeText(answers.address, answers.tls.directory) : []),
    ...next,
  ].join('\n')
}

/** Nothing is changed about files of others; copies must be renewed with them. */
export function closedFilesText(files: readonly string[], user: string): string {
  const [first = ''] = files
  return `the panel runs as the user ${user}, who cannot read ${files.join(' and ')}. Let that user in and run this again: setfacl -m u:${user}:r ${files.join(' ')}, and setfacl -m u:${user}:x for each folder above that is closed (namei -l ${first} shows them)`
}

function acmeText({ host }: PanelAddress, directory: string | null): string[] {
  const agreed =
    directory === null
      ? `the terms of Let's Encrypt (${termsOfLetsEncrypt})`
      : `the terms that ${directory} names`
  return [
    `The panel requests its certificate automatically, which accepts ${agreed}.`,
    `Until it is there, browsers warn: ${host} must lead to this machine, and ports 80 and 443 must be open. How it went: rookery doctor.`,
  ]
}

/** Where the panel itself speaks with browsers, their port is that of the address. */
export function takenPortText(place: { ip: string; port: number }, what: string, tls: TlsKind): string {
  const isOfAddress = what === 'browsers' && tls !== 'proxy'
  const other = isOfAddress ? ', or name another one with the address (--address panel.example:8443)' : ''
  return `port ${place.port} on ${place.ip}, which the panel needs for ${what}, is in use by another program. Stop that program${other}`
}

/** The panel is set up and does not run: nothing that was shown once may be lost with it. */
export function notStartedText(
  problem: string,
  configFile: string,
  login: string,
  generatedPassword: string | null,
): string {
  const password =
    generatedPassword === null ? [] : [`  password  ${generatedPassword}  (shown only this once)`]
  return [
    problem,
    `Rookery is set up, with its settings in ${configFile}: correct what is wrong and start it with systemctl restart rookery-panel. Add this machine under Nodes to run games on it.`,
    '',
    `  login     ${login}`,
    ...password,
  ].join('\n')
}
