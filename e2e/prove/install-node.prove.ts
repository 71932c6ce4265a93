// A machine becomes a node by the line that the panel shows, stays one when it is run again, and every way in which that can
// fail says what happened and leaves nothing behind.

import { appendFileSync, copyFileSync, existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readNodeInstall } from '@rookery/contracts/http/node-install.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../test-services/running-component.ts'
import { joinCommandOf } from '../../web/src/features/nodes/join-rules.ts'
import { type InstallingPanel, startInstallingPanel } from '../install-node/installing-panel.ts'
import { Machine, playerId, type Ran } from '../install-node/machine.ts'
import { lendPackedDaemon } from '../install-node/packed-daemon.ts'
import { processesThatShow, watchEveryMs } from '../join-command.ts'
import { waitFor } from '../wait-for.ts'

const missing =
  process.getuid?.() !== 0
    ? 'folders of a machine of its own need root'
    : (['unshare', 'setpriv', 'dash', 'busybox'].find(name => findProgram(name) === null) ?? null)
if (missing !== null) console.warn(`skipped: ${missing}`)

let panel: InstallingPanel
let script: string
const machines: Machine[] = []

function newMachine(options?: ConstructorParameters<typeof Machine>[0]): Machine {
  const machine = new Machine(options)
  machines.push(machine)
  return machine
}

async function newKey(name: string): Promise<{ key: string; isOnline: () => Promise<boolean> }> {
  const { key, read } = await panel.addNode(name)
  return { key, isOnline: async () => (await read()).online }
}

/** What `{ echo 'ROOKERY_KEY=…'; curl …/install/daemon; }` writes. */
const pasted = (key: string, text = script) => `ROOKERY_KEY=${key}\n${text}`

beforeAll(async () => {
  panel = await startInstallingPanel()
  ;({ script } = panel)
})
afterAll(async () => {
  for (const machine of machines) await machine.remove()
  await panel?.stop()
})

describe.skipIf(missing !== null)('the one line', () => {
  test('makes a machine a node, is safe to run again, and uninstall takes everything back', async () => {
    const machine = newMachine()
    const { key, isOnline } = await newKey('By dash')
    const seen = new Set<string>()
    const look = setInterval(() => {
      for (const found of processesThatShow(key)) seen.add(found)
    }, watchEveryMs)
    const install = await panel.api.call(readNodeInstall, {})
    // As the page shows it to a panel without TLS.
    const line = `cd "$HOME"\n${joinCommandOf(install, key)}\n`
    const first = await machine.run(line, { fakes: { sudo: 'exec "$@"' } })
    clearInterval(look)
    expect(first, first.output).toMatchObject({ code: 0 })
    expect([...seen]).toEqual([])
    expect(first.output).toContain('put the daemon into /opt/rookery/0.1.0')
    expect(machine.made()).toEqual(
      expect.arrayContaining([
        '/etc/rookery/daemon.yaml',
        '/etc/systemd/system/rookery-daemon.service',
        '/opt/rookery/0.1.0',
        '/opt/rookery/current',
      ]),
    )
    expect(statSync(machine.outside('/etc/rookery/daemon.yaml')).mode & 0o777).toBe(0o600)
    await waitFor(() => `the node is online: ${machine.daemonLog()}`, isOnline)

    lendPackedDaemon(panel.dataDir)

    const again = await machine.run(pasted(key))
    expect(again, again.output).toMatchObject({ code: 0 })
    expect(again.output).toContain('The daemon 0.1.0 is here already')
    expect(again.output).toContain('This machine is a node already')
    await waitFor('the node is online again', isOnline)

    const withoutKey = await machine.run(script)
    expect(withoutKey, withoutKey.output).toMatchObject({ code: 0 })

    const removed = await machine.run(script, { args: ['uninstall'] })
    expect(removed, removed.output).toMatchObject({ code: 0 })
    expect(removed.output).toContain('Removed. Delete the node in the panel too.')
    expect(machine.made()).toEqual([])
    expect((await machine.run(script, { args: ['uninstall'] })).output).toContain(
      'There is no daemon of Rookery here',
    )
  })

  test('uninstall leaves running games alone, unless it is asked to end them', async () => {
    const machine = newMachine()
    const { api } = panel
    const { id, key, read } = await panel.addNode('With a game')
    expect(await machine.run(pasted(key))).toMatchObject({ code: 0 })
    await waitFor('the node is online', async () => (await read()).online)
    const game = await api.createArena('Ended', true, undefined, id)
    await api.waitForState(game, 'running')
    const processes = machine.gameProcesses().split(' ')
    const refused = await machine.run(script, { args: ['uninstall'] })
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining('Not removed: game servers are running'),
    })
    await api.waitForState(game, 'running')
    const removed = await machine.run(script, { args: ['uninstall', '--stop-games'] })
    expect(removed, removed.output).toMatchObject({ code: 0 })
    expect(removed.output).toContain('The files of games were left in /var/lib/rookery/games')
    expect(machine.made().filter(path => !path.startsWith('/var-lib/rookery/games'))).toEqual([
      '/var-lib/rookery',
    ])
    expect(processes.filter(pid => existsSync(`/proc/${pid}`))).toEqual([])
  })

  test('works with busybox and its wget as well, and without systemd says what to run', async () => {
    const machine = newMachine({ hasSystemd: false })
    const { key } = await newKey('By busybox')
    const ran = await machine.run(pasted(key), { shell: 'busybox' })
    expect(ran, ran.output).toMatchObject({ code: 0 })
    expect(ran.output).toContain('Not started: this machine does not run systemd')
    expect(ran.output).toContain(
      'DATA_DIR=/var/lib/rookery DAEMON_CONFIG_FILE=/etc/rookery/daemon.yaml /opt/rookery/current/bin/rookery daemon',
    )
    expect(machine.has('/etc/rookery/daemon.yaml')).toBe(true)
    const removed = await machine.run(script, { shell: 'busybox', args: ['uninstall'] })
    expect(removed, removed.output).toMatchObject({ code: 0 })
    expect(machine.made()).toEqual([])
  })

  test('without root makes a service of the user, and says what is weaker', async () => {
    const machine = newMachine()
    const { key, isOnline } = await newKey('Of a user')
    const ran = await machine.run(pasted(key), { uid: playerId })
    expect(ran, ran.output).toMatchObject({ code: 0 })
    expect(ran.output).toContain('As a normal user this is weaker')
    expect(ran.output).toContain('one game can read and change the files of another')
    expect(ran.output).toContain('loginctl enable-linger')
    expect(machine.has('/home/.config/systemd/user/rookery-daemon.service')).toBe(true)
    expect(machine.made()).toEqual([])
    await waitFor(() => `the node is online: ${machine.daemonLog()}`, isOnline)
    const removed = await machine.run(script, { uid: playerId, args: ['uninstall'] })
    expect(removed, removed.output).toMatchObject({ code: 0 })
    expect(machine.has('/home/.local/share/rookery')).toBe(false)
  })
})

/** In the form of one, and of no panel. */
const unknownKey = `rk1_${'A'.repeat(43)}_${'0'.repeat(64)}`

describe.skipIf(missing !== null)('what stands in the way is said, and nothing is left behind', () => {
  function expectRefusal(machine: Machine, { code, output }: Ran, reason: RegExp): void {
    expect(output).toMatch(reason)
    expect(output).toContain('Not installed: ')
    expect(code).toBe(1)
    expect(machine.made()).toEqual([])
  }

  const unfitMachines = [
    [
      'a system with musl, and names the image',
      { getconf: 'exit 1', ldd: 'echo "musl libc (x86_64)"' },
      /uses musl .* image rookery/,
    ],
    [
      'an old glibc',
      { getconf: 'case $1 in LONG_BIT) echo 64;; *) echo "glibc 2.17";; esac' },
      /has glibc 2\.17, and the daemon needs 2\.28/,
    ],
    [
      'an unknown architecture',
      { uname: '[ "$1" = -s ] && echo Linux || echo riscv64' },
      /this machine is riscv64, .*x86-64 and arm64 only/,
    ],
    [
      'an architecture that this panel has no daemon for',
      { uname: '[ "$1" = -s ] && echo Linux || echo aarch64' },
      /no daemon for arm64.*linux-arm64\.tar\.gz/,
    ],
    [
      'a clock that is an hour ahead',
      { date: '/usr/bin/date -u -d "+1 hour" "+%s"' },
      /clock of this machine is (59|60) minutes ahead/,
    ],
    [
      'a clock that is an hour behind',
      { date: '/usr/bin/date -u -d "-1 hour" "+%s"' },
      /clock of this machine is (59|60|61) minutes behind/,
    ],
  ] as const
  test.each(unfitMachines)('%s', async (_what, fakes, reason) => {
    const machine = newMachine()
    expectRefusal(machine, await machine.run(pasted(unknownKey), { fakes }), reason)
  })

  test('a disk without room', async () => {
    const machine = newMachine({ optMegabytes: 40 })
    expectRefusal(
      machine,
      await machine.run(pasted(unknownKey)),
      /\/opt has (39|40) MB left, and the daemon needs 400 MB/,
    )
  })

  test('a panel that cannot be reached', async () => {
    const machine = newMachine()
    const elsewhere = script.replace(/PANEL_URL='[^']*'/, "PANEL_URL='http://127.0.0.1:9'")
    expectRefusal(
      machine,
      await machine.run(pasted(unknownKey, elsewhere)),
      /panel at http:\/\/127\.0\.0\.1:9 cannot be reached/,
    )
  })

  test('no key on a machine that is no node', async () => {
    const machine = newMachine()
    expectRefusal(machine, await machine.run(script), /there is no key\. Paste the whole line/)
  })

  test('a key that was not copied as a whole, before anything is downloaded', async () => {
    const machine = newMachine()
    expectRefusal(
      machine,
      await machine.run(pasted(unknownKey.slice(0, 40))),
      /this is not a whole key: one begins with rk1_ and has 112 characters, and this one has 40\./,
    )
  })

  test('a key that was used already', async () => {
    const [first, second] = [newMachine({ hasSystemd: false }), newMachine()]
    const { key } = await newKey('Used once')
    expect(await first.run(pasted(key))).toMatchObject({ code: 0 })
    expectRefusal(
      second,
      await second.run(pasted(key)),
      /could not join: .*key.* A key works once and for an hour/,
    )
  })

  test('an archive that is not the announced one', async () => {
    const folder = join(panel.dataDir, 'daemons')
    const [fingerprint = ''] = readdirSync(folder)
    const [name = ''] = readdirSync(join(folder, fingerprint)).filter(each => each.endsWith('.gz'))
    const file = join(folder, fingerprint, name)
    copyFileSync(file, `${file}.kept`)
    appendFileSync(file, 'x')
    try {
      const machine = newMachine()
      const { key } = await newKey('Changed on its way')
      expectRefusal(machine, await machine.run(pasted(key)), /SHA-256 is wrong/)
    } finally {
      renameSync(`${file}.kept`, file)
    }
  })

  test('a script that was cut off does nothing', async () => {
    const machine = newMachine()
    const { key } = await newKey('Cut off')
    const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(tenth => Math.floor((script.length * tenth) / 10))
    for (const length of [...lengths, script.length - 'main "$@"\n'.length])
      await machine.run(pasted(key, script.slice(0, length)))
    expect([machine.made(), machine.calls()]).toEqual([[], ''])
  })
})
