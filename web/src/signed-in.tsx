// What surrounds every page of a signed-in person: the shell, kept true by the live channel.

import { useLiveEvents } from './features/live-events/live-events.ts'
import { ShellPage } from './features/shell/shell-page.tsx'

export function SignedIn() {
  return <ShellPage line={useLiveEvents()} />
}
