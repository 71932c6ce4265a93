// The version of the panel-daemon link, and its history. A daemon may be one version behind its panel.
//
// 1  2026-11-15  first: enrollment, control, consoles, tasks
//    2026-11-16  run_key of tasks (L6), the uuid of a game server beside its number (L15), Hello.highest_game_server_id
//                Welcome.removed, GameServerState.placement_epoch, ListUnknownGameServers (L17)
//                messages of the panel may expire (L16); a side that does not know of it leaves the fields out
//                Welcome.several_instances; the daemon changes the server name of its TLS connections (L18)
//    2026-11-17  Hello.installation, UpgradeDaemon (L20)
//                WatchUsage.history_seconds, GameServersUsage.history, players; a daemon that does not know them tells neither
//                InstallFailure in GameServerState and TaskUpdate (L23)
//                ReadHistory (L24), GameServersUsage.node
//    2026-11-18  ListRecentPlayers, ListPlayerBans, unban of CommandPlayer; a daemon that does not know them answers that it has to be updated

export const protocolVersion = 1
export const oldestProtocolVersion = 1

/** The name in the panel's certificate, whatever address a daemon dials. */
export const panelCertificateName = 'panel.rookery.internal'

/** How many names a daemon has for its panel in TLS (rule L18). */
export const panelServerNameCount = 1_000

/** The first is the name in the certificate; the certificate is checked against that one whatever name was used. */
export const panelServerName = (index: number): string =>
  index === 0 ? panelCertificateName : `${index}.${panelCertificateName}`
