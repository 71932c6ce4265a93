// Run on a machine with systemd, as root: a node that is upgraded from the panel again and again, with a version that works,
// one that ends at once and one that hangs, while a game plays on.

import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { upgradeNode } from '@rookery/contracts/http/nodes.ts'
import { archivesFolder, becomeNode, eventually, gamePids, run } from './inside-node.ts'

const rounds = Number(process.argv[2])
const versions = '/opt/rookery'
const former = '0.0.9'
const { api, params, node } = await becomeNode()
const { version: built } = await node()

/** The built daemon under the name of an older version, as a node that is behind. */
async function runFormer(): Promise<void> {
  const folder = join(versions, former)
  if (!existsSync(folder)) {
    cpSync(join(versions, built ?? ''), folder, { recursive: true, verbatimSymlinks: true })
    const programs = readdirSync(join(folder, 'dist')).filter(name => /^(daemon|rookery).*\.mjs$/.test(name))
    for (const path of [...programs.map(name => `dist/${name}`), 'package.json']) {
      const text = readFileSync(join(folder, path), 'utf8')
      writeFileSync(join(folder, path), text.replaceAll(`"${built}"`, `"${former}"`))
    }
  }
  rmSync(join(versions, 'current'))
  symlinkSync(former, join(versions, 'current'))
  run('systemctl', 'restart', 'rookery-daemon')
  await eventually('the former version is online', async () => {
    const { online, version } = await node()
    return online && version === former
  })
}

/** What the panel hands out begins with these lines, unless it is only asked to check its file. */
function spoilArchive(lines: string): () => void {
  const [fingerprint = ''] = readdirSync(archivesFolder)
  const folder = join(archivesFolder, fingerprint)
  const name = readdirSync(folder).find(each => each.endsWith('.gz')) ?? ''
  const file = join(folder, name)
  const work = mkdtempSync('/tmp/spoiled-')
  run('tar', '-xzf', file, '-C', work)
  const program = join(work, `rookery-daemon-${built}/dist/daemon.mjs`)
  const guard = `if (!process.argv.includes('--check-config')) { ${lines} }\n`
  writeFileSync(program, guard + readFileSync(program, 'utf8'))
  for (const each of [file, `${file}.sha256`]) renameSync(each, `${each}.saved`)
  run('tar', '-czf', file, '-C', work, `rookery-daemon-${built}`)
  rmSync(work, { recursive: true })
  writeFileSync(
    `${file}.sha256`,
    `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${name}\n`,
  )
  return () => {
    for (const each of [file, `${file}.sha256`]) renameSync(`${each}.saved`, each)
  }
}

/** Seconds until the upgrade is over. */
async function upgrade(): Promise<number> {
  const began = performance.now()
  await api.call(upgradeNode, { params })
  await eventually('the upgrade is over', async () => {
    const { online, upgrade: standing } = await node()
    return online && standing.running === null
  })
  return (performance.now() - began) / 1000
}

await runFormer()
const game = await api.createArena('Goes on')
await api.waitForState(game, 'running')
const before = gamePids()

const seconds: number[] = []
for (let round = 0; round < rounds; round += 1) {
  if ((await node()).version === built) await runFormer()
  seconds.push(await upgrade())
  if ((await node()).version !== built) throw new Error(JSON.stringify((await node()).upgrade.failed))
}

const failures: { reason: string | undefined; lines: boolean; seconds: number }[] = []
for (const lines of [
  `console.error('spoiled'); process.exit(3)`,
  `console.error('spoiled'); await new Promise(() => setInterval(() => {}, 1000))`,
]) {
  await runFormer()
  const restore = spoilArchive(lines)
  const took = await upgrade()
  restore()
  const { failed } = (await node()).upgrade
  failures.push({
    reason: failed?.reason,
    lines: failed?.last_lines.includes('spoiled') ?? false,
    seconds: took,
  })
}
await upgrade()
await api.waitForState(game, 'running')
console.log(
  JSON.stringify({
    version: (await node()).version === built,
    hasSurvived: before.length > 0 && before.every(pid => gamePids().includes(pid)),
    seconds,
    failures,
    left: readdirSync(versions).toSorted(),
  }),
)
