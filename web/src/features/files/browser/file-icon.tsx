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
import styles from './browser.module.css'

const icons = {
  archive: IconFileZip,
  image: IconPhoto,
  code: IconFileCode,
  settings: IconFileSettings,
  text: IconFileText,
  file: IconFile,
}

export function FileIcon({ name, type }: Pick<FileEntry, 'name' | 'type'>) {
  if (type === 'directory') return <IconFolderFilled size={19} className={styles.folderIcon} aria-hidden />
  const Icon = type === 'link' ? IconLink : type === 'other' ? IconPlugConnected : icons[fileIconOf(name)]
  return <Icon size={19} stroke={1.6} className={styles.fileIcon} aria-hidden />
}
