// Folders, texts and finds of the file manager to look at.

import type { FileEntry, FileMatch } from '@rookery/contracts/http/files.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

export function entry(path: string, change: Partial<FileEntry> = {}): FileEntry {
  const isFolder = change.type === 'directory'
  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    type: 'file',
    size: isFolder ? 4096 : 1024,
    mode: isFolder ? '0750' : '0640',
    modified_at: ago(90),
    protected: false,
    ...change,
  }
}

export const folder = (path: string, minutes: number) =>
  entry(path, { type: 'directory', modified_at: ago(minutes) })

export const rootEntries: FileEntry[] = [
  entry('config', { type: 'directory', modified_at: ago(300), protected: true }),
  folder('logs', 2),
  folder('mods', 4_000),
  folder('plugins', 9_000),
  folder('world', 1),
  folder('world_nether', 40),
  entry('banned-players.json', { size: 2 }),
  entry('eula.txt', { protected: true, size: 181, modified_at: ago(90_000) }),
  entry('latest.log', { type: 'link', size: 15, mode: '0777' }),
  entry('ops.json', { size: 412, modified_at: ago(3_000) }),
  entry('server.jar', { size: 49_283_114, mode: '0644', modified_at: ago(40_000) }),
  entry('server.properties', { size: 1_412, modified_at: ago(12) }),
  entry('server-icon.png', { size: 6_310, modified_at: ago(60_000) }),
  entry('start.sh', { size: 212, mode: '0750', modified_at: ago(60_000) }),
  entry('world-2026-11-14.tar.gz', { size: 812_300_411, modified_at: ago(1_440) }),
]

/** Names that want to deceive, break or run something (T-075). */
export const hostileEntries: FileEntry[] = [
  entry('<img src=x onerror=alert(1)>.txt'),
  entry('annual\u202egpj.exe'),
  entry('two\nlines.txt'),
  entry(' blank ends '),
  entry('שלום עולם.txt'),
  entry('"><script>alert(2)<script>', { type: 'directory' }),
  entry(`${'a very long name '.repeat(12)}.txt`),
  entry('console.sock', { type: 'other', size: 0, mode: '0755' }),
]

export const usage = {
  used_bytes: 6_712_004_812,
  files: 4_812,
  limit_bytes: 10_737_418_240,
  free_bytes: 9e10,
}

export const propertiesText = `# Minecraft server properties
enable-rcon=true
gamemode=survival
level-name=world
max-players=20
motd=A quiet place for \\u00A76rooks
network-compression-threshold=256
online-mode=true
pvp=false
server-port=25565
spawn-protection=16
view-distance=10
white-list=false
`

export const theirText = propertiesText
  .replace('max-players=20', 'max-players=32')
  .replace('white-list=false\n', 'white-list=true\nenforce-whitelist=true\n')

export const matches: FileMatch[] = [
  { path: 'server.properties', type: 'file', line: { number: 10, text: 'server-port=25565' } },
  { path: 'server.properties', type: 'file', line: { number: 2, text: 'enable-rcon=true # see rcon.port' } },
  {
    path: 'config/paper/paper-global.yml',
    type: 'file',
    line: { number: 41, text: '      # the port on which Velocity listens; leave it unless you know why' },
  },
  { path: 'logs/latest.log', type: 'file', line: { number: 8_212, text: '<b>port</b> 25565 is open' } },
  { path: 'mods/portals', type: 'directory', line: null },
]
