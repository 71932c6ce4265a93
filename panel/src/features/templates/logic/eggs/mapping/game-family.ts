// What kind of game an egg runs, as far as it shows: its usual port, and how RCON and query speak to it.

import type { RconControl } from '@rookery/contracts/template/control.ts'
import type { Egg } from '../egg.ts'

export interface GameFamily {
  /** Null: the egg's own name is the game's. */
  game: string | null
  port: number
  /** Null: its RCON is none that we speak. */
  rcon: RconControl['protocol'] | null
  /** RCON answers on the game's own port. */
  hasRconOnGamePort: boolean
  query: { game: string; port: 'game' | 'query' } | null
}

type Sign = (egg: Egg) => boolean

const startupOf = (egg: Egg) => egg.startups.map(({ command }) => command).join('\n')
const named =
  (pattern: RegExp): Sign =>
  egg =>
    pattern.test(`${egg.name} ${egg.tags.join(' ')}`)
const started =
  (pattern: RegExp): Sign =>
  egg =>
    pattern.test(startupOf(egg))
const isOnSteam: Sign = egg =>
  egg.features.includes('steam_disk_space') ||
  egg.variables.some(({ environmentName }) => environmentName === 'SRCDS_APPID') ||
  /steamcmd/i.test(egg.install.script)

const plain: GameFamily = { game: null, port: 25_000, rcon: 'source', hasRconOnGamePort: false, query: null }
const onGamePort = (game: string) => ({ game, port: 'game' as const })

/** The first that fits. */
const families: [Sign, GameFamily][] = [
  [
    named(/bedrock|nukkit|pocketmine|gomint|waterdog ?pe/i),
    { ...plain, game: 'Minecraft', port: 19_132, rcon: null, query: onGamePort('mbe') },
  ],
  [
    egg =>
      named(/minecraft|bungee|waterfall|velocity|spigot|papermc|purpur|forge|fabric/i)(egg) ||
      egg.features.includes('eula') ||
      egg.configFiles.some(({ path }) => path === 'server.properties'),
    { ...plain, game: 'Minecraft', port: 25_565, rcon: 'minecraft', query: onGamePort('minecraft') },
  ],
  [
    started(/hlds_(?:run|linux)/),
    {
      ...plain,
      port: 27_015,
      rcon: 'goldsource',
      hasRconOnGamePort: true,
      query: onGamePort('protocol-valve'),
    },
  ],
  [
    started(/srcds|\bcs2 -dedicated/),
    { ...plain, port: 27_015, hasRconOnGamePort: true, query: onGamePort('protocol-valve') },
  ],
  // It speaks RCON over WebSocket.
  [started(/RustDedicated|rcon\.web 1/), { ...plain, port: 28_015, rcon: null, query: onGamePort('rust') }],
  [
    started(/oa_ded|ioq3ded|q3ded|etlded|Quake3-UrT-Ded/),
    { ...plain, port: 27_960, rcon: 'quake3', hasRconOnGamePort: true, query: onGamePort('protocol-quake3') },
  ],
  [
    named(/\barma ?3?\b|dayz/i),
    { ...plain, port: 2302, rcon: 'battleye', query: { game: 'protocol-valve', port: 'query' } },
  ],
  [named(/teamspeak|mumble/i), { ...plain, port: 9987, rcon: null }],
  [isOnSteam, { ...plain, port: 27_015, query: { game: 'protocol-valve', port: 'query' } }],
]

export function familyOf(egg: Egg): GameFamily {
  return families.find(([fits]) => fits(egg))?.[1] ?? plain
}
