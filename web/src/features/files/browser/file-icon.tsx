// The sign in front of a name: what it is, never by color alone.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import {
  IconFile,
  IconFileCode,
  IconFileSettings,
  IconFileText,
  IconFileZip,
  IconFolderFilled,
  IconLink,
  IconPhoto,
  IconPlugConnected,
} from '@tabler/icons-react'
import { fileIconOf } from '../logic/file-kind.ts'

const icons = {
  archive: IconFileZip,
  image: IconPhoto,
  code: IconFileCode,
  settings: IconFileSettings,
  text: IconFileText,
  file: IconFile,
}

export function FileIcon({ name, type }: Pick<FileEntry, 'name' | 'type'>) {
  if (type === 'directory') return <IconFolderFilled size={19} color="var(--state-moving)" aria-hidden />
  const Icon = type === 'link' ? IconLink : type === 'other' ? IconPlugConnected : icons[fileIconOf(name)]
  return <Icon size={19} stroke={1.6} color="var(--text-faint)" aria-hidden />
}
