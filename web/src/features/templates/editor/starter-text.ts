// What stands in the editor when a new template is begun: the smallest one that is whole.

export const starterText = `# A template tells how a game is installed, started, watched and stopped.
slug: my-game
name: My game
game: My game
description: What it is, in one sentence.
tags: []
process_managers: [process]

ports:
  game: { protocol: udp, default: 27015 }

variables:
  - name: MAX_PLAYERS
    title: Players
    description: How many people may play at once.
    default: '16'
    rules: [required, integer, 'between:1,64']

# A list of arguments: a value never splits and is never read again.
command: [./server, -port, '{port.game}', -maxplayers, '{var.MAX_PLAYERS}']

install:
  - do: download
    url: https://example.com/server.tar.gz
    to: server.tar.gz
    words: Downloading the game
  - do: unpack
    from: server.tar.gz
    words: Unpacking the game

ready:
  pattern: null

stop:
  method: { by: signal, signal: SIGINT }
`
