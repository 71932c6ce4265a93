// Opens the client that speaks a template's RCON protocol.

import type { RconProtocol } from '@rookery/contracts/template/control.ts'
import { openBattlEyeClient } from './battleye-client.ts'
import { openGoldSourceClient } from './goldsource-client.ts'
import { openQuake3Client } from './quake3-client.ts'
import type { RconAddress, RconClient } from './rcon-client.ts'
import { minecraftDialect, openSourceClient, sourceDialect } from './source-client.ts'

const openers: Record<RconProtocol, (address: RconAddress) => Promise<RconClient>> = {
  source: address => openSourceClient(address, sourceDialect),
  minecraft: address => openSourceClient(address, minecraftDialect),
  goldsource: address => openGoldSourceClient(address),
  quake3: address => openQuake3Client(address),
  battleye: address => openBattlEyeClient(address),
}

export function openRconClient(protocol: RconProtocol, address: RconAddress): Promise<RconClient> {
  return openers[protocol](address)
}
