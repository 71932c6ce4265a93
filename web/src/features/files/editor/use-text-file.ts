// One text while it is edited: what was read, what was typed, and what to do when somebody else was quicker.

import { listFiles, readFileUsage } from '@rookery/contracts/http/files.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type Expected, readContent, writeContent } from '../file-content-client.ts'
import { readText, type TextContent, writeText } from './text-content-rules.ts'

export interface OpenText {
  content: TextContent
  etag: string
}

export interface Conflict {
  /** Null when the file is gone. */
  theirs: OpenText | null
}

/** Null: deleted meanwhile. What is no text any more cannot be compared: it is told as the refusal that it is. */
async function readTheirs(server: string, path: string, refusal: unknown): Promise<OpenText | null> {
  const read = await readContent(server, path).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
  if (read === null) return null
  const content = 'bytes' in read ? readText(read.bytes) : null
  if (!('bytes' in read) || content?.kind !== 'text') throw refusal
  return { content, etag: read.etag }
}

export function useTextFile(server: string, path: string, opened: OpenText) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [base, setBase] = useState(opened)
  const [version, setVersion] = useState(0)
  const [hasChanges, setHasChanges] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const draft = useRef(opened.content.text)

  const saving = useMutation({
    mutationFn: async (expected: Expected) => {
      const text = draft.current
      const bytes = writeText(base.content, text)
      try {
        return { text, etag: await writeContent(server, path, bytes, expected) }
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'precondition_failed') throw error
        setConflict({ theirs: await readTheirs(server, path, error) })
        return null
      }
    },
    onSuccess: written => {
      if (!written) return
      const content = readText(writeText(base.content, written.text))
      if (content.kind === 'text') setBase({ content, etag: written.etag })
      // Somebody may have typed on while it was saved.
      setHasChanges(draft.current !== written.text)
      setConflict(null)
      void queryClient.invalidateQueries({ queryKey: keyOf(listFiles) })
      void queryClient.invalidateQueries({ queryKey: keyOf(readFileUsage) })
    },
  })

  function problem(): string | null {
    if (!saving.error) return null
    const isTooLarge = saving.error instanceof ApiError && saving.error.code === 'too_large'
    return isTooLarge ? t('fileEditor.tooLargeToSave') : problemMessage(t, saving.error)
  }

  return {
    base,
    version,
    hasChanges,
    conflict,
    draft: () => draft.current,
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && saving.data !== null,
    problem: problem(),
    change(text: string) {
      draft.current = text
      setHasChanges(text !== base.content.text)
    },
    save() {
      if (!saving.isPending) saving.mutate({ etag: base.etag })
    },
    keepMine() {
      if (conflict) saving.mutate(conflict.theirs ? { etag: conflict.theirs.etag } : 'new')
    },
    takeTheirs() {
      if (!conflict?.theirs) return
      draft.current = conflict.theirs.content.text
      setBase(conflict.theirs)
      setVersion(version + 1)
      setHasChanges(false)
      setConflict(null)
      saving.reset()
    },
    goOn: () => setConflict(null),
  }
}
