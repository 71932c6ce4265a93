// One page of a running plugin in a frame that can reach neither the session nor the page around it.

import { useEffect, useRef, useState } from 'react'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { apiSend } from '../../../platform/api-client.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { frameFonts } from './frame-appearance.ts'
import type { FrameStart } from './frame-conversation.ts'
import { openFrame } from './open-frame.ts'
import { type BoxProblem, PluginFrameView } from './plugin-frame-view.tsx'

/** Told by hand: the frames need nothing else of the contract. */
const frontendOf = (pluginId: number) => ({
  method: 'GET' as const,
  path: `/api/plugins/${pluginId}/frontend.js`,
  summary: 'The front-end part of a running plugin',
})

async function readFrontend(pluginId: number, signal: AbortSignal): Promise<string> {
  return (await apiSend(frontendOf(pluginId), {}, signal)).text()
}

export interface PluginFrameProps {
  pluginId: number
  pageId: string
  title: string
  server: FrameStart['server']
  /** The frame grows with its content as far as this. */
  limitPx: number
}

/** Everything starts anew when it shows something else, or in another language. */
export function PluginFrame(props: PluginFrameProps) {
  const language = useLanguage()
  const [attempt, setAttempt] = useState(0)
  const key = [props.pluginId, props.pageId, props.server?.id, language, attempt].join(' ')
  return <Frame key={key} {...props} language={language} onRetry={() => setAttempt(attempt + 1)} />
}

type Loaded = Pick<FrameStart, 'part' | 'fonts'>

function useFrontend(pluginId: number): { loaded: Loaded | null; error: unknown } {
  const [found, setFound] = useState<{ loaded: Loaded | null; error: unknown }>({ loaded: null, error: null })
  useEffect(() => {
    const gone = new AbortController()
    Promise.all([readFrontend(pluginId, gone.signal), frameFonts()])
      .then(([part, fonts]) => setFound({ loaded: { part, fonts }, error: null }))
      .catch((error: unknown) => gone.signal.aborted || setFound({ loaded: null, error }))
    return () => gone.abort()
  }, [pluginId])
  return found
}

function Frame(props: PluginFrameProps & { language: string; onRetry: () => void }) {
  const { pluginId, pageId: page, title, server, limitPx, language, onRetry } = props
  const t = useTexts()
  const [ended, setEnded] = useState<BoxProblem | null>(null)
  const [isVisible, setIsVisible] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const { loaded, error } = useFrontend(pluginId)
  const problem: BoxProblem | null = error ? { kind: 'unloaded', words: problemMessage(t, error) } : ended
  // The key of this component changes with everything else that the frame is made from.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object of the same server is no reason to start anew
  useEffect(() => {
    if (!loaded || !place.current) return
    return openFrame(place.current, title, {
      pluginId,
      start: { ...loaded, page, server, language },
      limitPx,
      onVisible: () => setIsVisible(true),
      onProblem: setEnded,
    })
  }, [loaded])
  return (
    <PluginFrameView isVisible={isVisible} problem={problem} onRetry={onRetry}>
      <div ref={place} />
    </PluginFrameView>
  )
}
