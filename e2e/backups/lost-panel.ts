// The story of a lost panel: a server is backed up, the panel's machine is gone, and the docs bring the server back.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBackupStorage, listBackupStorages } from '@rookery/contracts/http/backup-storages.ts'
import { listBackups, takeBackup } from '@rookery/contracts/http/backups.ts'
import { changeGameServer, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { formatStorageArguments } from '@rookery/contracts/storage-address.ts'
import { runProgram } from '../../test-services/start-program.ts'
import type { Programs } from '../live/programs.ts'
import { waitFor } from '../wait-for.ts'
import type { StoryStorage } from './restic-storages.ts'

const guide = fileURLToPath(new URL('../../docs/how-to/when-the-panel-is-gone.md', import.meta.url))
/** What the guide is written for; a story has others. */
const guideStorage = '/srv/backups'
const guideFolder = '/srv/survival'
const guideKeyFile = 'recovery-key.txt'

export interface LostPanel {
  programs: Programs
  /** Before they were lost. */
  files: Record<string, string | Buffer>
  uuid: string
  /** All that panel and daemon have logged, and what the API has answered of the storage. */
  said: string
  recoveryKey: string
  followGuide(): Promise<GuideRun[]>
  restoredFolder: string
}

const game = 'echo ready; while read line; do [ "$line" = quit ] && exit 0; done'

/** Everything is made by the shipped programs; then the panel's and the node's folders are deleted. */
export async function losePanel(
  { place, secret }: StoryStorage,
  resticPath: string,
  programs: Programs,
): Promise<LostPanel> {
  await programs.start()
  const { api } = programs
  const body = { name: 'Cellar', place, ...(secret !== '' && { secret }) }
  const { recovery_key } = await api.call(createBackupStorage, { body })
  const id = await programs.addGame(game)
  const params = { server: String(id) }
  await api.call(changeGameServer, { params, body: { name: 'Survival' } })
  const { uuid } = await api.call(readGameServer, { params })
  const folder = await programs.folderOf(id)
  const files = { 'world/level.dat': Buffer.alloc(200_000, 'terrain '), 'notes é.txt': 'what was built\n' }
  mkdirSync(join(folder, 'world'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const { task_id } = await api.call(takeBackup, { params, body: { note: 'before the storm' } })
  const { status, message } = await programs.ended(task_id)
  if (status !== 'success') throw new Error(`no backup was taken: ${message}`)
  await waitFor('the backup is listed', async () => (await api.call(listBackups, { params })).length === 1)
  const answers = [await api.call(listBackupStorages, {}), await api.call(listBackups, { params })]
  const said = [...programs.logLines, ...programs.daemon.logLines, JSON.stringify(answers)].join('\n')
  await programs.panel.kill()
  await programs.daemon.kill()
  rmSync(programs.dataDir, { recursive: true })
  rmSync(join(programs.nodeFolder, 'servers'), { recursive: true })
  const keyFile = join(programs.folder, 'recovery-key.txt')
  writeFileSync(keyFile, `Recovery key of Cellar\n\n${recovery_key?.replaceAll('-', ' ')}\n\nKeep it.\n`)
  const restoredFolder = join(programs.folder, 'survival')
  return {
    ...{ programs, files, uuid, said, restoredFolder, recoveryKey: recovery_key ?? '' },
    followGuide: () => followGuide({ place, secret }, { keyFile, restoredFolder, resticPath }),
  }
}

interface GuideRun {
  command: string
  status: number
  output: string
}

/** Runs the commands of the guide in their order; gives what each has printed. */
export async function followGuide(
  { place, secret }: Pick<StoryStorage, 'place' | 'secret'>,
  { keyFile, restoredFolder, resticPath }: { keyFile: string; restoredFolder: string; resticPath: string },
): Promise<GuideRun[]> {
  const runs: GuideRun[] = []
  for (const command of commandsOfGuide()) {
    const typed = command
      .replace(guideStorage, formatStorageArguments(place))
      .replace(guideFolder, restoredFolder)
      .replace(guideKeyFile, keyFile)
    const [, ...args] = splitLine(typed)
    const variables = { DATA_DIR: `${restoredFolder}-nothing-here`, BACKUP_RESTIC_PATH: resticPath }
    const { status, output, errors } = await runProgram('rookery', args, variables, `${secret}\n`)
    runs.push({ command, status, output: output + errors })
  }
  return runs
}

function commandsOfGuide(): string[] {
  if (!existsSync(guide)) throw new Error(`${guide} is gone`)
  const [, block = ''] = /```sh\n(.+?)```/s.exec(readFileSync(guide, 'utf8')) ?? []
  return block.split('\n').filter(line => line.startsWith('rookery backups'))
}

/** As a shell splits it. */
function splitLine(line: string): string[] {
  return (line.match(/'[^']*'|\S+/g) ?? []).map(piece => piece.replace(/^'(.*)'$/, '$1'))
}
