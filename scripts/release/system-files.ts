// Where a package of a distribution puts things: the program, its command, units, man page and completions.

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describeCommands } from '../../cli/src/reference.ts'
import { writeBashCompletion, writeFishCompletion, writeZshCompletion } from './completions.ts'
import type { Kind } from './machines.ts'
import { writeManPage } from './man-page.ts'
import { type PayloadFile, units } from './payload.ts'

export const programFolder = 'usr/lib/rookery'

export interface SystemFacts {
  version: string
  epochSeconds: number
}

/** All files of a package; its folders for settings and data are made by its scripts, which know the users. */
export function systemFiles(
  root: string,
  kind: Kind,
  payload: readonly PayloadFile[],
  { version, epochSeconds }: SystemFacts,
): PayloadFile[] {
  const commands = describeCommands()
  const unitNames = units[kind].map(path => basename(path))
  const programs = payload
    .filter(({ path }) => !unitNames.includes(path))
    .map(file => ({ ...file, path: `${programFolder}/${file.path}` }))
  const unitTexts = units[kind].map(path => ({
    name: basename(path),
    content: packagedUnit(readFileSync(join(root, path), 'utf8')),
  }))
  const text = (path: string, content: string | Buffer): PayloadFile => ({ path, mode: 0o644, content })
  return [
    ...programs,
    ...unitTexts.flatMap(({ name, content }) => [
      text(`${programFolder}/${name}`, content),
      text(`usr/lib/systemd/system/${name}`, content),
    ]),
    { path: 'usr/bin/rookery', mode: 0o755, from: join(root, 'packaging/rookery.sh') },
    text(
      'usr/share/man/man1/rookery.1.gz',
      gzipSync(writeManPage(commands, { version, epochSeconds }), { level: 9 }),
    ),
    text('usr/share/bash-completion/completions/rookery', writeBashCompletion(commands)),
    text('usr/share/zsh/vendor-completions/_rookery', writeZshCompletion(commands)),
    text('usr/share/fish/vendor_completions.d/rookery.fish', writeFishCompletion(commands)),
  ]
}

/** Units are written for archives, which are unpacked to /opt. */
export function packagedUnit(text: string): string {
  return text.replaceAll('/opt/rookery/current/', `/${programFolder}/`)
}

/** A script of a package, with the functions that all of them share before it. */
export function packageScript(root: string, kind: Kind, body: string): string {
  const shared = readFileSync(join(root, 'packaging/scripts/functions.sh'), 'utf8')
  return `KIND=${kind}\n${shared}\n${body}`
}
