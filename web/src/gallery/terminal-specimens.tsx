// The terminal in all its moods, with a real one inside.

import { useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'
import { consoleOutput } from '../../pictures/fixtures/fleet-fixtures.ts'
import { createConsoleFeed } from '../features/console/console-feed.ts'
import type { AttachChunk } from '../features/console/logic/attach-stream.ts'
import { AttachTerminal } from '../features/console/terminal/attach-terminal.tsx'
import { TerminalView, type TerminalViewProps } from '../features/console/terminal/terminal-view.tsx'
import { TouchKeys } from '../features/console/terminal/touch-keys.tsx'
import { ignore, Specimen } from './specimen.tsx'

function Shown(view: Partial<TerminalViewProps>) {
  const colorScheme = useComputedColorScheme('dark')
  const [feed] = useState(() => {
    const created = createConsoleFeed<AttachChunk>()
    created.push([{ kind: 'bytes', bytes: new TextEncoder().encode(consoleOutput), isHistory: true }])
    return created
  })
  return (
    <TerminalView
      terminal={
        <AttachTerminal
          feed={feed}
          label="Terminal"
          gapText="some output is missing here"
          anewText="the game began anew"
          colorScheme={colorScheme}
          isEnabled={false}
          onType={ignore}
          onSize={ignore}
        />
      }
      message={null}
      isAttached
      ended={null}
      refusal={null}
      isSlow={false}
      keys={<TouchKeys isControlHeld={false} onControl={ignore} onType={ignore} />}
      onAttach={ignore}
      onDetach={ignore}
      {...view}
    />
  )
}

export function TerminalSpecimens() {
  return (
    <>
      <Specimen name="Attached">
        <Shown />
      </Specimen>
      <Specimen name="Connecting for a while">
        <TerminalView
          terminal={null}
          message="connecting"
          isAttached={false}
          ended={null}
          refusal={null}
          isSlow
          onAttach={ignore}
          onDetach={ignore}
        />
      </Specimen>
      <Specimen name="Detached">
        <Shown message="detached" isAttached={false} />
      </Specimen>
      <Specimen name="Not running">
        <Shown message="notRunning" isAttached={false} />
      </Specimen>
      <Specimen name="Node away">
        <Shown message="away" isAttached={false} />
      </Specimen>
      <Specimen name="The game ended">
        <Shown
          message="connecting"
          isAttached={false}
          ended={{ reason: 'the game has ended', exit_code: 3 }}
        />
      </Specimen>
      <Specimen name="Refused">
        <Shown refusal="the game is not reading its console: the command was not sent" />
      </Specimen>
    </>
  )
}
