// The console in all its moods, with a real terminal.

import { useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'
import { consoleOutput, timedLines } from '../../pictures/fixtures/fleet-fixtures.ts'
import { gameServerSamples } from '../../pictures/fixtures/metric-fixtures.ts'
import { createConsoleFeed } from '../features/console/console-feed.ts'
import { ConsoleTerminal } from '../features/console/console-terminal.tsx'
import { ConsoleView, type ConsoleViewProps } from '../features/console/console-view.tsx'
import type { ConsoleChunk } from '../features/console/logic/console-stream.ts'
import { ConsoleStrip } from '../features/console/strip/console-strip.tsx'
import { withChunks } from '../features/console/strip/logic/output-seconds.ts'
import { emptyHistory, pointsOf, withSamples } from '../parts/metrics/logic/metric-history.ts'
import { createTimeCursor } from '../parts/metrics/time-cursor.ts'
import { consoleTime } from '../ui/time/date-formats.ts'
import { ignore, Specimen } from './specimen.tsx'

const history = withSamples(emptyHistory, gameServerSamples, 3600)
const newest = pointsOf(history, 'panel_server_up').at(-1)?.[0] ?? 0
const timed = timedLines.map(
  ([secondsAgo, content]): ConsoleChunk => ({
    kind: 'text',
    text: `${content}\r\n`,
    at: newest - secondsAgo,
  }),
)

interface ShownProps extends Partial<ConsoleViewProps> {
  parts: ConsoleChunk[]
  /** The moment that is pointed at. */
  at?: number
}

function Shown({ parts, at, ...view }: ShownProps) {
  const colorScheme = useComputedColorScheme('dark')
  const [cursor] = useState(() => {
    const created = createTimeCursor()
    created.move(at ?? null, 'strip')
    return created
  })
  const [feed] = useState(() => {
    const created = createConsoleFeed()
    created.push(parts)
    return created
  })
  return (
    <ConsoleView
      terminal={
        <ConsoleTerminal
          feed={feed}
          label="Console"
          gapText="some output is missing here"
          anewText="the console began anew"
          colorScheme={colorScheme}
          cursor={cursor}
          hasTimes={view.hasTimes ?? false}
          formatTime={consoleTime}
          controls={null}
          onNewBelow={ignore}
          onMatches={ignore}
        />
      }
      strip={<ConsoleStrip history={history} seconds={withChunks(new Map(), parts)} cursor={cursor} />}
      message={null}
      isEmpty={parts.length === 0}
      refusal={null}
      isNewBelow={false}
      mayType
      canTypeNow
      earlierCommands={[]}
      matches={null}
      isCopied={false}
      hasTimes={false}
      onTimes={ignore}
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

const text: ConsoleChunk = { kind: 'text', text: consoleOutput, at: null }

export function ConsoleSpecimens() {
  return (
    <>
      <Specimen name="Running">
        <Shown parts={[text]} />
      </Specimen>
      <Specimen name="Gap and new beginning, new output below">
        <Shown parts={[text, { kind: 'gap' }, text, { kind: 'anew' }, text]} isNewBelow />
      </Specimen>
      <Specimen name="With times, a moment pointed at">
        <Shown parts={[text, ...timed]} hasTimes at={newest - 140} />
      </Specimen>
      <Specimen name="Without metrics">
        <Shown parts={[text]} strip={null} />
      </Specimen>
      <Specimen name="Empty">
        <Shown parts={[]} />
      </Specimen>
      <Specimen name="Node away">
        <Shown parts={[text]} message="away" canTypeNow={false} />
      </Specimen>
      <Specimen name="Stopped, read only">
        <Shown parts={[text]} message="stopped" mayType={false} />
      </Specimen>
      <Specimen name="Connection lost">
        <Shown parts={[text]} message="reconnecting" canTypeNow={false} />
      </Specimen>
      <Specimen name="Command refused">
        <Shown parts={[text]} refusal="must be one line without control characters" />
      </Specimen>
    </>
  )
}
