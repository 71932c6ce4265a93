// Takes a plugin package: a button to choose it, a place to drop it, and in words why it was not taken.

import { Box, Button, Group, Stack } from '@mantine/core'
import { packageLimitBytes } from '@rookery/contracts/plugin/manifest.ts'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { ApiError } from '../../platform/api-error.ts'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { packageFaults } from './logic/package-refusal.ts'
import { knownPluginProblemText } from './logic/plugin-problem.ts'
import { pluginStyles } from './plugin-style.ts'
import styles from './plugins.module.css'

export interface UploadProps {
  isUploading: boolean
  /** Why the last package was not taken. */
  refusal: { fileName: string; problem: unknown } | null
  onUpload: (file: File) => void
  onDismiss: () => void
}

interface UploadButtonProps extends Pick<UploadProps, 'isUploading' | 'onUpload'> {
  label: string
  variant?: 'default' | 'filled'
}

export function UploadButton({ isUploading, onUpload, label, variant = 'filled' }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant={variant}
        loading={isUploading}
        leftSection={<IconUpload size={17} />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label={label}
        onChange={event => {
          const file = event.currentTarget.files?.[0]
          // The same file can be chosen again, after it was built anew.
          event.currentTarget.value = ''
          if (file) onUpload(file)
        }}
      />
    </>
  )
}

/** Everything inside takes a package that is dropped on it. */
export function DropPlace({ onUpload, children }: Pick<UploadProps, 'onUpload'> & { children: ReactNode }) {
  const t = useTexts()
  const [isOver, setIsOver] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same without a mouse
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={event => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={event => {
        event.preventDefault()
        setIsOver(false)
        const file = event.dataTransfer.files[0]
        if (file) onUpload(file)
      }}
    >
      {children}
      {isOver && (
        <Stack component="p" className={styles.dropSign} gap={10} align="center" justify="center">
          <IconUpload size={22} aria-hidden />
          {t('plugins.drop')}
        </Stack>
      )}
    </div>
  )
}

/** Null when it may be sent. */
export function fileProblem(t: TextOf, file: Pick<File, 'name' | 'size'>): string | null {
  if (!file.name.toLowerCase().endsWith('.zip')) return t('plugins.notZip')
  if (file.size > packageLimitBytes) return t('plugins.tooLarge', { limit: packageLimitBytes / 1024 / 1024 })
  return null
}

export function UploadRefusal({ refusal, onDismiss }: Pick<UploadProps, 'refusal' | 'onDismiss'>) {
  const t = useTexts()
  if (!refusal) return null
  const { fileName, problem } = refusal
  const faults = problem instanceof ApiError ? packageFaults(problem.fields) : []
  return (
    <Notice
      status={pluginStyles.failed}
      title={t('plugins.refusedTitle', { file: fileName })}
      onClose={onDismiss}
    >
      {faults.length === 0 ? (
        <p>{typeof problem === 'string' ? problem : problemMessage(t, problem)}</p>
      ) : (
        <Stack component="ul" mt={2} gap={2}>
          {faults.map(({ file, field, words }) => (
            <Group component="li" key={`${file} ${field} ${words}`} gap="0 10px" align="stretch">
              <Box component="span" className="mono" c="var(--text)">
                {[file ?? t('plugins.wholePackage'), field].filter(Boolean).join(' › ')}
              </Box>
              <span>{knownPluginProblemText(t, words) ?? fieldMessage(t, [words])}</span>
            </Group>
          ))}
        </Stack>
      )}
    </Notice>
  )
}
