// The console in all its moods, with a real terminal.

import { useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'
import { consoleOutput } from '../../look/fixtures.ts'
import { createConsoleFeed } from '../features/console/console-feed.ts'
import { ConsoleTerminal } from '../features/console/console-terminal.tsx'
import { ConsoleView, type ConsoleViewProps } from '../features/console/console-view.tsx'
import type { ConsolePart } from '../features/console/logic/console-stream.ts'
import { ignore, Specimen } from './specimen.tsx'

function Shown({ parts, ...view }: { parts: ConsolePart[] } & Partial<ConsoleViewProps>) {
  const colourScheme = useComputedColorScheme('dark')
  const [feed] = useState(() => {
    const made = createConsoleFeed()
    made.push(parts)
    return made
  })
  return (
    <ConsoleView
      terminal={
        <ConsoleTerminal
          feed={feed}
          label="Console"
          gapText="some output is missing here"
          anewText="the console began anew"
          colourScheme={colourScheme}
          controls={null}
          onNewBelow={ignore}
          onMatches={ignore}
        />
      }
      word={null}
      isEmpty={parts.length === 0}
      refusal={null}
      isNewBelow={false}
      mayType
      canTypeNow
      earlierCommands={[]}
      matches={null}
      isCopied={false}
      onSearch={ignore}
      onCopy={ignore}
      onDownload={ignore}
      onClear={ignore}
      onToEnd={ignore}
      onSend={() => true}
      onRemember={ignore}
      {...view}
    />
  )
}

const text: ConsolePart = { kind: 'text', text: consoleOutput }

export function ConsoleSpecimens() {
  return (
    <>
      <Specimen name="Running">
        <Shown parts={[text]} />
      </Specimen>
      <Specimen name="Gap and new beginning, new output below">
        <Shown parts={[text, { kind: 'gap' }, text, { kind: 'anew' }, text]} isNewBelow />
      </Specimen>
      <Specimen name="Empty">
        <Shown parts={[]} />
      </Specimen>
      <Specimen name="Node away">
        <Shown parts={[text]} word="away" canTypeNow={false} />
      </Specimen>
      <Specimen name="Stopped, read only">
        <Shown parts={[text]} word="stopped" mayType={false} />
      </Specimen>
      <Specimen name="Connection lost">
        <Shown parts={[text]} word="reconnecting" canTypeNow={false} />
      </Specimen>
      <Specimen name="Command refused">
        <Shown parts={[text]} refusal="must be one line without control characters" />
      </Specimen>
    </>
  )
}
