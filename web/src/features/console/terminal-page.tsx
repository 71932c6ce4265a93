// The terminal tab of a game server.
export function TerminalPage() {
  return null
}
