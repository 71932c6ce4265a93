// A machine for the install script: this one in a mount namespace with folders of its own for all that the script writes, and
// a systemctl that runs the unit's command and nothing more.

import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processesOf } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

/** A user of the machine who is not root. */
export const playerId = 54_321

export interface Ran {
  code: number | null
  output: string
}

interface RunOptions {
  shell?: 'dash' | 'busybox'
  /** Programs that answer otherwise than those of this machine. */
  fakes?: Record<string, string>
  /** A user id instead of root. */
  uid?: number
  args?: string[]
}

/**
 * Of the unit: its environment, and its command in the background, again whenever it ends. The process ids of the daemon
 * and of what starts it again are in files.
 */
const systemctl = `#!/bin/sh
[ "$1" != --user ] || shift
state=@STATE@
unit=$(ls /etc/systemd/system/rookery-daemon.service "$HOME/.config/systemd/user/rookery-daemon.service" 2>/dev/null | head -n 1)
end() {
  [ ! -e "$state/supervisor" ] || kill "$(cat "$state/supervisor")" 2>/dev/null
  [ ! -e "$state/pid" ] || kill "$(cat "$state/pid")" 2>/dev/null
  rm -f "$state/supervisor" "$state/pid"
}
echo "$*" >>"$state/calls"
case $1 in
restart)
  end
  eval "set -- $(sed -n 's/^Environment=//p' "$unit" | tr '\\n' ' ') $(sed -n 's/^ExecStart=//p' "$unit")"
  setsid sh -c 'state=$1; shift; while :; do env "$@" & echo $! >"$state/pid"; wait $!; sleep 0.2; done' \\
    supervisor "$state" "$@" >>"$state/log" 2>&1 </dev/null &
  echo $! >"$state/supervisor" ;;
is-active) kill -0 "$(cat "$state/pid")" ;;
stop | disable) end ;;
esac
`

const busyboxApplets =
  'wget tar gzip sha256sum mktemp df dirname readlink uname id cut tr sed head tail grep ls cat rm rmdir mkdir mv ln cp chmod chown date sleep env setsid kill'

export class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), 'rookery-machine-'))
  readonly #hasSystemd: boolean
  readonly #optMegabytes: number | null

  constructor({ hasSystemd = true, optMegabytes = null as number | null } = {}) {
    this.#hasSystemd = hasSystemd
    this.#optMegabytes = optMegabytes
    chmodSync(this.folder, 0o755)
    for (const name of [
      'opt',
      'etc/systemd/system',
      'var-lib',
      'run-systemd',
      'bin',
      'busybox',
      'state',
      'home',
    ])
      mkdirSync(join(this.folder, name), { recursive: true })
    if (hasSystemd) mkdirSync(join(this.folder, 'run-systemd/system'))
    for (const name of ['passwd', 'group', 'hosts', 'nsswitch.conf', 'ld.so.cache'])
      if (existsSync(`/etc/${name}`)) writeFileSync(this.#path('etc', name), readFileSync(`/etc/${name}`))
    appendFileSync(
      this.#path('etc/passwd'),
      `player:x:${playerId}:${playerId}::${this.#path('home')}:/bin/sh\n`,
    )
    this.#writeProgram('systemctl', systemctl.replaceAll('@STATE@', this.#path('state')))
    this.#writeProgram('journalctl', `#!/bin/sh\ntail -n 40 '${this.#path('state/log')}'\n`)
    for (const name of busyboxApplets.split(' ')) symlinkSync('/usr/bin/busybox', this.#path('busybox', name))
    chmodSync(this.#path('state'), 0o777)
  }

  #path(...names: string[]): string {
    return join(this.folder, ...names)
  }

  #writeProgram(name: string, text: string): void {
    writeFileSync(this.#path('bin', name), text)
    chmodSync(this.#path('bin', name), 0o755)
  }

  /** What is there, as the machine itself names it: `/opt/rookery/current`. */
  has(path: string): boolean {
    return existsSync(this.outside(path))
  }

  outside(path: string): string {
    return this.#path(path.replace(/^\/(?:var\/lib)/, '/var-lib'))
  }

  /** All that the script has made, without what is inside of a version. */
  made(): string[] {
    return ['opt', 'etc/rookery', 'etc/systemd/system', 'var-lib']
      .flatMap(name => {
        const folder = this.#path(name)
        if (!existsSync(folder)) return []
        return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => `/${name}/${path}`)
      })
      .filter(path => !/^\/opt\/rookery\/[^/]+\//.test(path))
      .toSorted()
  }

  /** What systemctl was asked for. */
  calls(): string {
    return existsSync(this.#path('state/calls')) ? readFileSync(this.#path('state/calls'), 'utf8') : ''
  }

  daemonLog(): string {
    return existsSync(this.#path('state/log')) ? readFileSync(this.#path('state/log'), 'utf8') : ''
  }

  /** The ids of the processes that its keeper holds. */
  gameProcesses(): string {
    const [keeper = ''] = readFileSync(this.outside('/var/lib/rookery/daemon/keeper.sock.pid'), 'utf8').split(
      ' ',
    )
    return readFileSync(`/proc/${keeper}/task/${keeper}/children`, 'utf8').trim()
  }

  /** `input` is what a person pipes into the shell. */
  async run(
    input: string,
    { shell = 'dash', fakes = {}, uid = 0, args = [] }: RunOptions = {},
  ): Promise<Ran> {
    for (const [name, text] of Object.entries(fakes)) this.#writeProgram(name, `#!/bin/sh\n${text}\n`)
    const program = shell === 'dash' ? ['dash'] : ['busybox', 'sh']
    const paths = [
      this.#path('bin'),
      ...(shell === 'busybox' ? [this.#path('busybox')] : ['/usr/bin', '/bin']),
    ]
    if (uid !== 0) chownSync(this.#path('home'), uid, uid)
    const enter = [
      ...(this.#optMegabytes === null
        ? [`mount --bind '${this.#path('opt')}' /opt`]
        : [`mount -t tmpfs -o size=${this.#optMegabytes}m tmpfs /opt`]),
      `mount --bind '${this.#path('etc')}' /etc`,
      `mount --bind '${this.#path('var-lib')}' /var/lib`,
      'mkdir -p /run/systemd',
      `mount --bind '${this.#path('run-systemd')}' /run/systemd`,
      `exec setpriv --reuid=${uid} --regid=${uid} --clear-groups env -i PATH='${paths.join(':')}' HOME='${this.#path('home')}' ${program.map(each => `/usr/bin/${each}`.replace('/usr/bin/sh', 'sh')).join(' ')} -s -- "$@"`,
    ].join(' && ')
    const child = spawn('unshare', ['--mount', 'sh', '-c', enter, 'enter', ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += chunk
      })
    }
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const code = await new Promise<number | null>(resolve => child.on('exit', resolve))
    for (const name of Object.keys(fakes)) rmSync(this.#path('bin', name))
    return { code, output }
  }

  /** With every process that runs from its folders. */
  async remove(): Promise<void> {
    for (const name of ['supervisor', 'pid']) {
      const file = this.#path('state', name)
      if (existsSync(file)) endIfThere(Number(readFileSync(file, 'utf8')))
    }
    const keeperFile = [this.outside('/var/lib/rookery'), this.#path('home/.local/share/rookery/data')]
      .map(data => join(data, 'daemon/keeper.sock.pid'))
      .find(existsSync)
    if (keeperFile) endIfThere(Number(readFileSync(keeperFile, 'utf8').split(' ')[0]))
    await waitFor('its programs have ended', () => processesOf(this.folder, 'daemon').length === 0)
    rmSync(this.folder, { recursive: true, force: true })
  }

  get hasSystemd(): boolean {
    return this.#hasSystemd
  }
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
