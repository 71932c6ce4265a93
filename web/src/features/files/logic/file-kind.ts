// What a file is by its name: how it is shown, and how its text is colored.

import type { TextLanguage } from '../../../parts/code-editor/languages.ts'

const endingOf = (name: string): string => {
  const at = name.lastIndexOf('.')
  return at > 0 ? name.slice(at + 1).toLowerCase() : ''
}

/** Fixed by us: what the node or the file says about itself never becomes the type of what a browser shows. */
const imageTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

export const imageTypeOf = (name: string): string | null => imageTypes[endingOf(name)] ?? null

const archiveEnding = /\.(?:zip|jar|tar|tar\.gz|tgz|tar\.xz|txz|7z)$/i

export const isArchive = (name: string): boolean => archiveEnding.test(name)

/** The folder that an archive is unpacked to, unless somebody says otherwise. */
export const folderForArchive = (name: string): string => name.replace(archiveEnding, '') || name

const languageByEnding: Record<string, TextLanguage> = {
  json: 'json',
  json5: 'json',
  mcmeta: 'json',
  webmanifest: 'json',
  xml: 'xml',
  html: 'xml',
  htm: 'xml',
  svg: 'xml',
  config: 'xml',
  yml: 'yaml',
  yaml: 'yaml',
  properties: 'properties',
  ini: 'properties',
  cfg: 'properties',
  conf: 'properties',
  env: 'properties',
  lang: 'properties',
  service: 'properties',
  toml: 'toml',
  lua: 'lua',
  sh: 'shell',
  bash: 'shell',
}

export function textLanguageOf(name: string): TextLanguage {
  if (/^\.env(?:\..+)?$/i.test(name)) return 'properties'
  return languageByEnding[endingOf(name)] ?? 'plain'
}

export type FileIcon = 'archive' | 'image' | 'code' | 'settings' | 'text' | 'file'

const iconOfLanguage: Record<TextLanguage, FileIcon | null> = {
  json: 'code',
  xml: 'code',
  lua: 'code',
  shell: 'code',
  yaml: 'settings',
  properties: 'settings',
  toml: 'settings',
  plain: null,
}

const plainTexts = new Set(['txt', 'log', 'md', 'csv', 'tsv'])

export function fileIconOf(name: string): FileIcon {
  if (isArchive(name)) return 'archive'
  if (imageTypeOf(name)) return 'image'
  return iconOfLanguage[textLanguageOf(name)] ?? (plainTexts.has(endingOf(name)) ? 'text' : 'file')
}
