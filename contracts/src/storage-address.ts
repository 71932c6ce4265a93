// A backup storage as it is typed after `rookery backups`: an address and a few options, none of them secret.

import { type BackupPlace, backupPlace } from './backups.ts'

/** Options of the command line, by their names there. */
export interface StorageOptions {
  'access-key'?: string | undefined
  region?: string | undefined
  user?: string | undefined
  'host-key'?: string | undefined
}

/** What follows the name of the command, such as `s3:https://s3.example.com/bucket --access-key AKIA…`. */
export function formatStorageArguments(place: BackupPlace): string {
  const { address, options } = describe(place)
  const given = Object.entries(options).flatMap(([name, value]) => (value ? [`--${name}`, quote(value)] : []))
  return [quote(address), ...given].join(' ')
}

function describe(place: BackupPlace): { address: string; options: StorageOptions } {
  switch (place.kind) {
    case 'folder':
      return { address: place.path, options: {} }
    case 's3': {
      const { endpoint, bucket, prefix, region } = place
      const path = [bucket, ...prefix.split('/')].filter(part => part !== '').join('/')
      const address = `s3:${endpoint.replace(/\/+$/, '')}/${path}`
      return { address, options: { 'access-key': place.access_key_id, region } }
    }
    case 'sftp': {
      const port = place.port === 22 ? '' : `:${place.port}`
      const address = `sftp://${place.user}@${place.host}${port}/${place.path.replace(/^\/+/, '')}`
      return { address, options: { 'host-key': place.host_key } }
    }
    case 'rest':
      return { address: `rest:${place.url}`, options: { user: place.user } }
  }
}

/** As a shell reads it. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** A host key may be missing, and is then empty: it can be asked for. */
export type TypedPlace = { place: BackupPlace } | { problem: string }

const withoutHostKey = 'none none'

/** `absolute` makes a path of this machine absolute. */
export function parseStorageAddress(
  address: string,
  options: StorageOptions,
  absolute: (path: string) => string,
): TypedPlace {
  const draft = draftOf(address, options, absolute)
  if ('problem' in draft) return draft
  const read = backupPlace.safeParse(draft)
  if (read.success) {
    const { data: place } = read
    const isUnknownHost = place.kind === 'sftp' && place.host_key === withoutHostKey
    return { place: isUnknownHost ? { ...place, host_key: '' } : place }
  }
  const [issue] = read.error.issues
  return { problem: `${issue?.path.join('.') ?? 'The address'} ${issue?.message ?? 'is wrong'}.` }
}

function draftOf(
  address: string,
  options: StorageOptions,
  absolute: (path: string) => string,
): { kind: string } | { problem: string } {
  if (/^s3:/i.test(address)) return s3Of(address.slice(3), options)
  if (/^rest:/i.test(address)) {
    return { kind: 'rest', url: address.slice(5), user: options.user ?? '' } as { kind: string }
  }
  if (/^sftp:/i.test(address)) return sftpOf(address, options)
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]
  if (scheme === undefined) return { kind: 'folder', path: absolute(address) } as { kind: string }
  return { problem: `“${scheme}:” is no kind of storage. ${kinds}` }
}

const kinds =
  'Give a folder, s3:https://HOST/BUCKET/PREFIX, sftp://USER@HOST/PATH or rest:https://HOST:8000/PATH.'

function s3Of(text: string, options: StorageOptions): { kind: string } | { problem: string } {
  const url = URL.parse(text)
  const [bucket = '', ...prefix] = (url?.pathname ?? '').split('/').filter(part => part !== '')
  if (!url || bucket === '')
    return { problem: `An S3 storage is s3:https://HOST/BUCKET/PREFIX; ${text} is not.` }
  if (!options['access-key']) return { problem: 'An S3 storage needs --access-key with its access key id.' }
  return {
    ...{ kind: 's3', endpoint: url.origin, bucket: decodeURIComponent(bucket) },
    prefix: prefix.map(decodeURIComponent).join('/'),
    access_key_id: options['access-key'],
    ...(options.region && { region: options.region }),
  } as { kind: string }
}

function sftpOf(address: string, options: StorageOptions): { kind: string } | { problem: string } {
  const url = URL.parse(address)
  if (!url?.hostname || !url.username || url.pathname.length < 2) {
    return { problem: `An SFTP storage is sftp://USER@HOST:PORT/PATH; ${address} is not.` }
  }
  return {
    ...{ kind: 'sftp', host: url.hostname.replace(/^\[|\]$/g, ''), user: decodeURIComponent(url.username) },
    port: url.port === '' ? 22 : Number(url.port),
    path: decodeURIComponent(url.pathname),
    host_key: options['host-key'] ?? withoutHostKey,
  } as { kind: string }
}
