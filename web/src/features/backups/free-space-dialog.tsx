// Makes room in a storage that is full: its unlocked backups, those that free the most first, to be deleted at once.

import { Button, Group, Modal } from '@mantine/core'
import { type Backup, deleteBackup, listBackups, readBackupState } from '@rookery/contracts/http/backups.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { api } from '../../platform/api-client.ts'
import { keyOf, pageQuery } from '../../platform/api-queries.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { bytesText, kindText, momentOf } from './backup-style.ts'
import styles from './backups.module.css'
import { freeable, freedBytes } from './free-space-rules.ts'

interface FreeSpaceDialogProps {
  server: string
  storage: { id: number; name: string }
  onClose: () => void
}

const most = 1_000

export function FreeSpaceDialog({ server, storage, onClose }: FreeSpaceDialogProps) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const list = useQuery(pageQuery(listBackups, { params: { server }, query: { per_page: most } }))
  const remove = useMutation({
    async mutationFn(ids: readonly number[]) {
      for (const id of ids) await api(deleteBackup, { params: { server, backup: String(id) } })
    },
    onSuccess: onClose,
    onSettled: () =>
      Promise.all(
        [listBackups, readBackupState].map(endpoint =>
          queryClient.invalidateQueries({ queryKey: keyOf(endpoint) }),
        ),
      ),
  })
  return (
    <Modal opened onClose={onClose} title={t('backups.freeTitle', { name: storage.name })}>
      {list.data ? (
        <FreeSpaceView
          backups={freeable(list.data.items, storage.id)}
          isBusy={remove.isPending}
          problem={remove.error ? problemMessage(t, remove.error) : null}
          onClose={onClose}
          onDelete={ids => remove.mutate(ids)}
        />
      ) : (
        <LoadingRows rows={3} />
      )}
    </Modal>
  )
}

export interface FreeSpaceViewProps {
  backups: readonly Backup[]
  isBusy: boolean
  problem: string | null
  onClose: () => void
  onDelete: (ids: readonly number[]) => void
}

export function FreeSpaceView({ backups, isBusy, problem, onClose, onDelete }: FreeSpaceViewProps) {
  const t = useTexts()
  const language = useLanguage()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) =>
    setChosen(known => new Set(known.has(id) ? [...known].filter(each => each !== id) : [...known, id]))
  const picked = backups.filter(({ id }) => chosen.has(id))
  return (
    <form
      className={form.form}
      onSubmit={event => {
        event.preventDefault()
        if (picked.length > 0) onDelete(picked.map(({ id }) => id))
      }}
    >
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">{backups.length === 0 ? t('backups.freeNone') : t('backups.freeText')}</p>
      {backups.length > 0 && (
        <ul className={`divided ${styles.files}`}>
          {backups.map(backup => (
            <li key={backup.id}>
              <label className={styles.freed}>
                <input
                  type="checkbox"
                  className="tick"
                  checked={chosen.has(backup.id)}
                  onChange={() => toggle(backup.id)}
                />
                <span>
                  <span className="text-name breakable">{backup.note || momentOf(backup, language)}</span>
                  <span className="text-secondary dotted">
                    {backup.note && <span>{momentOf(backup, language)}</span>}
                    <span>{kindText(t, backup)}</span>
                  </span>
                </span>
                <span className="numbers">{bytesText(backup.bytes_added, language)}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" color="danger" loading={isBusy} disabled={picked.length === 0}>
          {picked.length === 0
            ? t('backups.freeChoose')
            : t('backups.freeDelete', {
                count: picked.length,
                size: bytesText(freedBytes(picked), language),
              })}
        </Button>
      </Group>
    </form>
  )
}
