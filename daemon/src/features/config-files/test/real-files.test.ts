// Files as real games write them, in small: what a template or egg sets, and nothing else.

import type { ConfigFileFormat } from '@rookery/contracts/template/config-files.ts'
import { describe, expect, test } from 'vitest'
import { editConfig } from '../logic/edit-config.ts'

interface RealFile {
  game: string
  format: ConfigFileFormat
  text: string
  values: Record<string, string>
  /** Pieces of the text and what they become; everything else stays. */
  changes: [string, string][]
}

const files: RealFile[] = [
  {
    game: 'Minecraft server.properties',
    format: 'properties',
    text: '#Minecraft server properties\n#Tue Mar 05 09:00:00 UTC 2024\nenable-query=false\nmotd=A \\u00A7bserver\nquery.port=25565\nserver-ip=\nserver-port=25565\n',
    values: {
      'server-port': '25570',
      'query.port': '25570',
      'enable-query': 'true',
      motd: 'Grüße: #1 = best',
    },
    changes: [
      ['enable-query=false', 'enable-query=true'],
      ['motd=A \\u00A7bserver', 'motd=Gr\\u00fc\\u00dfe: #1 = best'],
      ['query.port=25565', 'query.port=25570'],
      ['server-port=25565', 'server-port=25570'],
    ],
  },
  {
    game: 'Palworld PalWorldSettings.ini',
    format: 'ini',
    text: '; keep this line\r\n[/Script/Pal.PalGameWorldSettings]\r\nOptionSettings=(Difficulty=None,DayTimeSpeedRate=1.000000,ServerName="Default",AdminPassword="",PublicPort=8211,bIsUseBackup=True)\r\n',
    values: {
      '[/Script/Pal.PalGameWorldSettings].OptionSettings.ServerName': 'Nest, (the best)',
      '/Script/Pal.PalGameWorldSettings.OptionSettings.AdminPassword': '12345',
      '[/Script/Pal.PalGameWorldSettings].OptionSettings.PublicPort': '8300',
    },
    changes: [
      ['ServerName="Default"', 'ServerName="Nest, (the best)"'],
      ['AdminPassword=""', 'AdminPassword="12345"'],
      ['PublicPort=8211', 'PublicPort=8300'],
    ],
  },
  {
    game: 'Factorio server-settings.json',
    format: 'json',
    text: '{\n  "name": "Name of the game",\n\n  "_comment_max_players": "0 means unlimited.",\n  "max_players": 0,\n  "visibility":\n  {\n    "public": true,\n    "lan": true\n  },\n  "game_password": "",\n  "admins": []\n}\n',
    values: { name: '1234', max_players: '16', 'visibility.public': 'false', game_password: '0815' },
    changes: [
      ['"Name of the game"', '"1234"'],
      ['"max_players": 0', '"max_players": 16'],
      ['"public": true', '"public": false'],
      ['"game_password": ""', '"game_password": "0815"'],
    ],
  },
  {
    game: 'Paper paper-global.yml',
    format: 'yaml',
    text: "# This is the global file\n_version: 29\nproxies:\n  velocity:\n    enabled: false   # behind a proxy?\n    online-mode: true\n    secret: ''\nmisc:\n  max-joins-per-tick: 5\n",
    values: {
      'proxies.velocity.enabled': 'true',
      'proxies.velocity.secret': "it's",
      'misc.max-joins-per-tick': '3',
    },
    changes: [
      ['enabled: false   #', 'enabled: true   #'],
      ["secret: ''", "secret: 'it''s'"],
      ['max-joins-per-tick: 5', 'max-joins-per-tick: 3'],
    ],
  },
  {
    game: 'Spigot spigot.yml',
    format: 'yaml',
    text: 'settings:\n  bungeecord: false\n  restart-script: ./start.sh\nworld-settings:\n  default:\n    view-distance: default\n    verbose: false\n  nether:\n    view-distance: 6\nmessages:\n  whitelist: You are not whitelisted!\n',
    values: {
      'settings.bungeecord': 'true',
      'world-settings.*.view-distance': '10',
      'messages.whitelist': 'No: sorry #1',
    },
    changes: [
      ['bungeecord: false', 'bungeecord: true'],
      ['view-distance: default', 'view-distance: 10'],
      ['view-distance: 6', 'view-distance: 10'],
      ['You are not whitelisted!', "'No: sorry #1'"],
    ],
  },
  {
    game: 'BungeeCord config.yml',
    format: 'yaml',
    text: "listeners:\n- query_port: 25577\n  motd: '&1Another Bungee server'\n  host: 0.0.0.0:25577\nservers:\n  lobby:\n    motd: '&1Just another'\n    address: localhost:25565\n",
    values: { 'listeners[0].query_port': '25600', 'listeners[0].host': '0.0.0.0:25600' },
    changes: [
      ['query_port: 25577', 'query_port: 25600'],
      ['host: 0.0.0.0:25577', 'host: 0.0.0.0:25600'],
    ],
  },
  {
    game: '7 Days to Die serverconfig.xml',
    format: 'xml',
    text: '<?xml version="1.0"?>\r\n<ServerSettings>\r\n\t<!-- GENERAL -->\r\n\t<property name="ServerName"\t\tvalue="My Game Host"/>\t<!-- name -->\r\n\t<property name="ServerPort"\t\tvalue="26900"/>\r\n\t<property name="ServerPassword"\tvalue=""/>\r\n</ServerSettings>\r\n',
    values: {
      "ServerSettings.property[@name='ServerPort']": "[value='27000']",
      "ServerSettings.property[@name='ServerName'].@value": 'Rook & "Nest"',
      "ServerSettings.property[@name='TelnetPort'].@value": '8081',
    },
    changes: [
      ['value="26900"', 'value="27000"'],
      ['value="My Game Host"', 'value="Rook &amp; &quot;Nest&quot;"'],
      ['value=""/>\r\n', 'value=""/>\r\n\t<property name="TelnetPort" value="8081" />\r\n'],
    ],
  },
  {
    game: 'Space Engineers SpaceEngineers-Dedicated.cfg',
    format: 'xml',
    text: '<?xml version="1.0"?>\n<MyConfigDedicated xmlns:xsd="http://www.w3.org/2001/XMLSchema">\n  <SessionSettings>\n    <GameMode>Creative</GameMode>\n    <MaxPlayers>4</MaxPlayers>\n  </SessionSettings>\n  <LoadWorld />\n  <ServerPort>27016</ServerPort>\n</MyConfigDedicated>',
    values: {
      'MyConfigDedicated.SessionSettings.GameMode': 'Survival',
      'MyConfigDedicated.LoadWorld': 'Z:\\home\\World & more',
      'MyConfigDedicated.ServerPort': '27020',
    },
    changes: [
      ['Creative', 'Survival'],
      ['<LoadWorld />', '<LoadWorld>Z:\\home\\World &amp; more</LoadWorld>'],
      ['27016', '27020'],
    ],
  },
  {
    game: 'Velocity velocity.toml',
    format: 'toml',
    text: '# Config version. Do not change this\nconfig-version = "2.7"\n\nbind = "0.0.0.0:25565"\nshow-max-players = 500\nmotd = "<#09add3>A Velocity Server"\n\n[servers]\nlobby = "127.0.0.1:30066"\ntry = [\n    "lobby"\n]\n\n[advanced]\nhaproxy-protocol = false\n',
    values: {
      bind: '0.0.0.0:25600',
      'show-max-players': '20',
      'advanced.haproxy-protocol': 'true',
      'servers.lobby': '10.0.0.2:1',
    },
    changes: [
      ['0.0.0.0:25565', '0.0.0.0:25600'],
      ['500', '20'],
      ['haproxy-protocol = false', 'haproxy-protocol = true'],
      ['127.0.0.1:30066', '10.0.0.2:1'],
    ],
  },
  {
    game: 'Valheim start_server.sh',
    format: 'lines',
    text: '#!/bin/bash\nexport SteamAppId=892970\nSERVER_NAME="My server"\n# SERVER_NAME is shown in the list\nWORLD=Dedicated\n',
    values: { 'SERVER_NAME=': 'SERVER_NAME="Nest"', 'WORLD=': 'WORLD=Rook' },
    changes: [
      ['SERVER_NAME="My server"', 'SERVER_NAME="Nest"'],
      ['WORLD=Dedicated', 'WORLD=Rook'],
    ],
  },
  {
    game: 'Murmur murmur.ini',
    format: 'ini',
    text: '; Path to database\ndatabase=\n; port=1\nport=64738\nwelcometext="<br />Welcome; enjoy #1"\n\n[Ice]\nIce.Warn.UnknownProperties=1\n',
    values: {
      database: '/srv/murmur.sqlite',
      port: '64800',
      'Ice.Ice.Warn.UnknownProperties': '0',
      users: '50',
    },
    changes: [
      ['database=\n', 'database=/srv/murmur.sqlite\n'],
      ['port=64738', 'port=64800'],
      ['enjoy #1"\n', 'enjoy #1"\nusers=50\n'],
      ['UnknownProperties=1', 'UnknownProperties=0'],
    ],
  },
]

describe('files of real games', () => {
  test.each(files)('$game', ({ format, text, values, changes }) => {
    const list = Object.entries(values).map(([key, value]) => ({ key, value }))
    const edited = editConfig(format, text, list)
    expect(edited.warnings).toEqual([])
    const expected = changes.reduce((result, [from, to]) => {
      expect(result).toContain(from)
      return result.replace(from, () => to)
    }, text)
    expect(edited.text).toBe(expected)
    expect(editConfig(format, edited.text, list)).toEqual(edited)
  })

  test('a key that is missing everywhere, in a file that is missing', () => {
    const expected: Record<ConfigFileFormat, string> = {
      properties: 'a.b=1\n',
      ini: '[a]\nb=1\n',
      json: '{\n  "a": {\n    "b": 1\n  }\n}\n',
      yaml: 'a:\n  b: 1\n',
      xml: '<?xml version="1.0" encoding="utf-8"?>\n<a>\n  <b>1</b>\n</a>\n',
      toml: '[a]\nb = 1\n',
      lines: '',
    }
    for (const [format, text] of Object.entries(expected)) {
      const made = editConfig(format as ConfigFileFormat, '', [{ key: 'a.b', value: '1' }])
      expect(made, format).toEqual({ text, warnings: [] })
    }
  })

  test('text stays text where a template says so, also in a new file', () => {
    const values = [{ key: 'a.b', value: '1234', as_text: true }]
    const expected = { json: '"b": "1234"', yaml: "b: '1234'", toml: 'b = "1234"' } as const
    for (const [format, written] of Object.entries(expected)) {
      const made = editConfig(format as ConfigFileFormat, '', values)
      expect(made.text, format).toContain(written)
      expect(editConfig(format as ConfigFileFormat, made.text, values), format).toEqual(made)
    }
    const struct = '[S]\nO=(Name=x)\n'
    const named = { key: 'S.O.Name', value: 'y', as_text: true }
    expect(editConfig('ini', struct, [named]).text).toBe('[S]\nO=(Name="y")\n')
  })

  test('what is nested beyond measure becomes a warning', () => {
    const deep: Partial<Record<ConfigFileFormat, string>> = {
      json: '['.repeat(50_000),
      yaml: '['.repeat(4_000),
      xml: '<a>'.repeat(50_000),
      toml: `a = ${'['.repeat(50_000)}`,
    }
    for (const [format, text] of Object.entries(deep)) {
      const { warnings } = editConfig(format as ConfigFileFormat, text, [{ key: 'a', value: '1' }])
      expect(warnings, format).toHaveLength(1)
    }
  })
})
