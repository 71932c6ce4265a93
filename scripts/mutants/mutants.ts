// Deliberate faults, each a small change of one file: what the tests are worth is how many of these they find.

export interface Mutant {
  /** What would be wrong for people. */
  name: string
  file: string
  /** Stands exactly once in the file. */
  find: string
  replace: string
  /** Tests that should notice it, tried first; the others only when these do not. */
  tests: readonly string[]
}

export const mutants: readonly Mutant[] = [
  // Who may do what
  {
    name: 'an allow beats a deny',
    file: 'panel/src/features/access/logic/decide.ts',
    find: "if (entry.effect === 'deny') return",
    replace: "if (entry.effect === 'deny' && allowing === null) return",
    tests: ['panel/src/features/access'],
  },
  {
    name: 'a permission on one game server counts on all of them',
    file: 'panel/src/features/access/logic/decide.ts',
    find: 'return entry.objectId === 0 || entry.objectId === target.objectId',
    replace: 'return entry.objectId >= 0',
    tests: ['panel/src/features/access'],
  },
  {
    name: 'a personal access token may do all that its owner may',
    file: 'panel/src/features/access/logic/token-use.ts',
    find: "return use !== 'refused' && carried.includes(use)",
    replace: "return use !== 'refused'",
    tests: ['panel/src/features/access', 'panel/test/tokens'],
  },
  {
    name: 'everybody may cancel a task of anybody',
    file: 'panel/src/features/tasks/task-access.ts',
    find: "if (!task || !(await mayAskForSuch(access, caller, task))) throw new PanelError('forbidden')",
    replace: "if (!task) throw new PanelError('forbidden')",
    tests: ['panel/test/rights'],
  },
  {
    name: 'a plugin uses permissions that nobody granted',
    file: 'panel/src/features/plugins/host/host-calls.ts',
    find: 'if (needs !== null && !plugin.granted.includes(needs)) {',
    replace: 'if (needs !== null && plugin.granted.length < 0) {',
    tests: ['panel/test/plugins', 'e2e/plugins.test.ts'],
  },
  {
    name: 'a session that was signed out still works',
    file: 'panel/src/features/auth/login-sessions.ts',
    find: 'if (await revocations.isRevoked(claims.jti)) return null\n',
    replace: '',
    tests: ['panel/test/sign-in'],
  },
  {
    name: 'a restricted session lives as long as a usual one',
    file: 'panel/src/features/auth/login-sessions.ts',
    find: 'restricted ? deps.restrictedSeconds : usual',
    replace: 'usual',
    tests: ['panel/test/sign-in'],
  },
  {
    name: 'a short-lived token can be used twice',
    file: 'panel/src/features/auth/auth.ts',
    find: 'await waiting.take(shortLivedToken)',
    replace: 'await waiting.get(shortLivedToken)',
    tests: ['panel/test/sign-in', 'panel/test/tokens'],
  },
  {
    name: 'a one-time code can be used twice',
    file: 'panel/src/features/two-factor/second-factor-check.ts',
    find: 'return (await store.useStep(userId, stored.sealedSecret, step, now())) ? true : null',
    replace: 'await store.useStep(userId, stored.sealedSecret, step, now())\n    return true',
    tests: ['panel/test/sign-in'],
  },
  {
    name: 'wrong passwords are not counted',
    file: 'panel/src/features/auth/login-limit.ts',
    find: 'isCounted ? attempt.fail() : attempt.release()',
    replace: 'attempt.release()',
    tests: ['panel/test/sign-in'],
  },
  {
    name: 'a stranger chooses the address that the login limit counts',
    file: 'panel/src/platform/http/logic/client-address.ts',
    find: 'countedNetwork(isNear(socket) ? named : socket)',
    replace: 'countedNetwork(named)',
    tests: ['panel/src/platform/http'],
  },
  {
    name: 'any web page may open a channel',
    file: 'panel/src/platform/websocket/logic/allowed-origin.ts',
    find: 'return page.hostname === called.hostname && ',
    replace: 'return page.hostname !== "" && ',
    tests: ['panel/src/platform/websocket'],
  },
  {
    name: 'pages run every script',
    file: 'panel/src/platform/http/security-headers.ts',
    find: `"'wasm-unsafe-eval'",`,
    replace: `"'unsafe-eval'", "'unsafe-inline'",`,
    tests: ['panel/src/platform/http', 'panel/test/browser-protection'],
  },
  {
    name: 'file operations leave no audit line',
    file: 'panel/src/features/files/audit-files.ts',
    find: "      record('success')\n",
    replace: '',
    tests: ['e2e/files/file-audit.test.ts'],
  },
  {
    name: 'an address in a private network may be fetched',
    file: 'primitives/src/check-url.ts',
    find: "  if (kind === 'public') return null",
    replace: "  if (kind !== 'metadata') return null",
    tests: ['primitives', 'panel/test/plugins'],
  },
  // Files
  {
    name: 'a path is followed through links',
    file: 'daemon/src/platform/confined-files/folder-handle.ts',
    find: 'const flags = namesOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW',
    replace: 'const flags = namesOnly | constants.O_DIRECTORY',
    tests: ['daemon/src/platform/confined-files', 'daemon/test/files'],
  },
  {
    name: 'a path may lead upwards',
    file: 'daemon/src/platform/confined-files/logic/path-components.ts',
    find: "if (name === '.' || name === '..') return",
    replace: "if (name === '.') return",
    tests: ['daemon/src/platform/confined-files', 'daemon/test/files'],
  },
  {
    name: 'protected files can be read',
    file: 'daemon/src/platform/confined-files/protected-files.ts',
    find: 'openRead: (path, range) => afterFile(path, () => root.openRead(path, range)),',
    replace: 'openRead: (path, range) => root.openRead(path, range),',
    tests: ['daemon/src/platform/confined-files', 'daemon/test/files', 'e2e/files/protected-story.test.ts'],
  },
  {
    name: 'an archive may write outside of its folder',
    file: 'daemon/src/platform/archives/logic/entry-path.ts',
    find: "if (name.split(/[\\\\/]/).includes('..')) return { problem: 'its name leads out of the folder' }",
    replace: '',
    tests: ['daemon/src/platform/archives', 'daemon/src/features/archives'],
  },
  {
    name: 'a file that changed meanwhile is overwritten',
    file: 'panel/src/features/files/logic/etag-conditions.ts',
    find: "{ on: 'one of these states', etags: list.strong }",
    replace: "{ on: 'an existing file' }",
    tests: ['panel/src/features/files', 'e2e/files'],
  },
  {
    name: 'uploads of any type are accepted',
    file: 'daemon/src/features/uploads/logic/check-type.ts',
    find: 'if (policy.allow_binary || policy.allowed_types.includes(type)) return { isAccepted: true }',
    replace: 'if (type) return { isAccepted: true }',
    tests: ['daemon/src/features/uploads', 'e2e/files/upload-types.test.ts'],
  },
  {
    name: 'a damaged upload is accepted',
    file: 'daemon/src/features/uploads/finish-file.ts',
    find: 'if (note.sha256 !== null) await requireHash(file, note.sha256)',
    replace: '',
    tests: ['daemon/src/features/uploads', 'daemon/test/files', 'e2e/files'],
  },
  {
    name: 'a session of SFTP outlives its right',
    file: 'daemon/src/features/sftp/session-rights.ts',
    find: "        throw end('you may no longer use the files of this game server')",
    replace: '        return true',
    tests: ['daemon/src/features/sftp', 'daemon/test/sftp', 'e2e/sftp'],
  },
  {
    name: 'what an archive has half unpacked stays',
    file: 'daemon/src/features/archives/stage.ts',
    find: 'await root.remove(home).catch(() => {})',
    replace: '',
    tests: ['daemon/src/features/archives', 'daemon/test'],
  },
  // Games
  {
    name: 'a second start launches the game again',
    file: 'daemon/src/features/game-servers/supervisor.ts',
    find: "const starting = this.#machine.state === 'starting' ? this.#gameServer.run : null",
    replace: 'const starting = null as Run | null',
    tests: ['daemon/src/features/game-servers', 'daemon/test'],
  },
  {
    name: 'a game that was killed is started by an order that waited',
    file: 'daemon/src/features/game-servers/lifecycle/start.ts',
    find: "if (turn.isOvertaken()) throw new ActionFailed('it was killed meanwhile, so it is not started')",
    replace: '',
    tests: ['daemon/src/features/game-servers', 'daemon/test'],
  },
  {
    name: 'a game that crashes is started again for ever',
    file: 'daemon/src/features/game-servers/logic/restart-policy.ts',
    find: 'if (recentMs.length >= policy.attempts) {',
    replace: 'if (recentMs.length < 0) {',
    tests: ['daemon/src/features/game-servers', 'daemon/test'],
  },
  {
    name: 'a paused game is stopped without being woken',
    file: 'daemon/src/features/game-servers/lifecycle/stop.ts',
    find: "if (machine.state === 'paused') await run.process.signal('SIGCONT')",
    replace: '',
    tests: ['daemon/src/features/game-servers', 'daemon/test'],
  },
  {
    name: 'secrets are printed in the console',
    file: 'daemon/src/features/console/logic/mask-secrets.ts',
    find: 'view.eachSource(from, end, (at, until) => masked.fill(asterisk, at, until))',
    replace: 'view.eachSource(from, end, () => {})',
    tests: ['daemon/src/features/console'],
  },
  {
    name: 'a viewer who comes back sees lines twice',
    file: 'panel/src/features/console/console-watch.ts',
    find: 'if (bytes.length > known) this.#ring.append(bytes.subarray(known))',
    replace: 'if (bytes.length > known) this.#ring.append(bytes)',
    tests: ['panel/src/features/console', 'e2e/live'],
  },
  {
    name: 'the ring of a console loses bytes where it wraps',
    file: 'primitives/src/output-ring.ts',
    find: '    this.#memory.set(newest.subarray(first), 0)\n    this.#end += chunk.length',
    replace: '    this.#end += chunk.length',
    tests: ['primitives'],
  },
  {
    name: 'a gap in the output is not reported',
    file: 'daemon/src/keeper/subscriptions.ts',
    find: 'if (seq > cursor.seq) {',
    replace: 'if (seq < cursor.seq) {',
    tests: ['daemon/src/keeper', 'daemon/src/platform/process-managers'],
  },
  {
    name: 'a missed run of a schedule is never made up for',
    file: 'daemon/src/features/schedules/logic/find-due.ts',
    find: "  return schedule.missed === 'once'\n",
    replace: "  return schedule.missed !== 'once'\n",
    tests: ['daemon/src/features/schedules', 'daemon/test/schedules.test.ts'],
  },
  // Tasks and the link
  {
    name: 'a task that a node knows is run again',
    file: 'daemon/src/features/tasks/tasks.ts',
    find: 'this.#journal.report(known)\n    return true',
    replace: 'return false',
    tests: ['daemon/src/features/tasks', 'daemon/test/tasks.test.ts'],
  },
  {
    name: 'two tasks of one game server run at the same time',
    file: 'daemon/src/features/tasks/logic/task-queue.ts',
    find: 'const isFree = ![...earlier].some(kind => waitsFor(task, { kind }))',
    replace: 'const isFree = true',
    tests: ['daemon/src/features/tasks'],
  },
  {
    name: 'an order that comes too late is carried out',
    file: 'daemon/src/platform/panel-link/logic/panel-time.ts',
    find: '0 : Math.max(0, panelMs - expiresAtMs)',
    replace: '0 : Math.min(0, panelMs - expiresAtMs)',
    tests: ['daemon/src/platform/panel-link', 'e2e/link/late-orders.test.ts'],
  },
  {
    name: 'a node settles tasks of another node',
    file: 'panel/src/features/tasks/task-reports.ts',
    find: 'if (!task || task.nodeId !== nodeId) return\n    if (hasEnded(task.status))',
    replace: 'if (!task) return\n    if (hasEnded(task.status))',
    tests: ['panel/test/tasks', 'panel/src/features/tasks'],
  },
  {
    name: 'a restored panel ends games that it does not know',
    file: 'panel/src/features/game-servers/logic/placement.ts',
    find: "removal && removal.epoch >= reported.epoch ? removal.files : 'unknown'",
    replace: "removal ? removal.files : 'delete'",
    tests: ['panel/src/features/game-servers'],
  },
  // The installation and the pages
  {
    name: 'a database of a newer version is opened',
    file: 'panel/src/platform/database/migrate.ts',
    find: 'if (unknown.length > 0) {',
    replace: 'if (unknown.length < 0) {',
    tests: ['panel/src/platform/database'],
  },
  {
    name: 'faint text cannot be read on a light page',
    file: 'web/src/ui/design/tokens.css',
    find: '--text-faint: oklch(0.52 0.02 248);',
    replace: '--text-faint: oklch(0.72 0.02 248);',
    tests: ['web/src/ui/design', 'web/pictures/checks'],
  },
  {
    name: 'a button has no name for those who cannot see it',
    file: 'web/src/ui/controls/copy-button.tsx',
    find: '        aria-label={label}\n',
    replace: '',
    tests: ['web/src/ui/controls', 'web/pictures/checks'],
  },
  {
    name: 'a game is killed without a question',
    file: 'web/src/parts/power/power-buttons.tsx',
    find: 'onClick={() => (isKill ? setIsAsking(true) : onAct(action))}',
    replace: 'onClick={() => onAct(action)}',
    tests: ['web/src/parts/power', 'e2e/games.test.ts'],
  },
]
