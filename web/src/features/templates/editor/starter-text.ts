// What stands in the editor when a new template is begun: the smallest one that is whole.

export const starterText = `# A template describes how a game is installed, started, monitored and stopped.
slug: my-game
name: My game
game: My game
description: One sentence about the game.
tags: []
process_managers: [process]

ports:
  game: { protocol: udp, default: 27015 }

variables:
  - name: MAX_PLAYERS
    title: Players
    description: The most players that can be online at the same time.
    default: '16'
    rules: [required, integer, 'between:1,64']

# One argument per entry. Values are passed as they are: spaces and quotes in them need no escaping.
command: [./server, -port, '{port.game}', -maxplayers, '{var.MAX_PLAYERS}']

install:
  - do: download
    url: https://example.com/server.tar.gz
    to: server.tar.gz
    words: Downloading the game
  - do: unpack
    from: server.tar.gz
    words: Extracting the game

ready:
  pattern: null

stop:
  method: { by: signal, signal: SIGINT }
`
