// Asks before several game servers are deleted: names them, what becomes of their files, and with them something is typed.

import { Button, Group, TextInput } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { type FormEvent, useState } from 'react'
import { PlayersOnlineNote } from '../../../../parts/usage/players-online-note.tsx'
import { useTexts } from '../../../../texts/texts.ts'
import form from '../../../../ui/controls/form.module.css'
import { OptionCards } from '../../../../ui/controls/option-cards.tsx'
import { onlyName } from './logic/bulk-plan.ts'
import { NameList } from './name-list.tsx'

interface DeleteManyViewProps {
  gameServers: readonly Pick<GameServer, 'id' | 'name' | 'node_name'>[]
  onClose: () => void
  onDelete: (files: 'keep' | 'delete') => void
}

/** What is deleted is named, as far as it can be read. */
const visibleNames = 40

export function DeleteManyView({ gameServers, onClose, onDelete }: DeleteManyViewProps) {
  const t = useTexts()
  const [files, setFiles] = useState<'keep' | 'delete'>('keep')
  const [typed, setTyped] = useState('')
  const count = gameServers.length
  // As in the dialog of one server: its name.
  const phrase = onlyName(gameServers)?.trim() ?? t('manyServers.deletePhrase', { count })
  const isConfirmed = files === 'keep' || typed.trim().toLocaleLowerCase() === phrase.toLocaleLowerCase()
  const nodes = [...new Set(gameServers.map(({ node_name }) => node_name))].join(', ')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isConfirmed) onDelete(files)
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <div>
        <p className="text-quiet">{t('manyServers.deleteText', { count })}</p>
        <PlayersOnlineNote gameServerIds={gameServers.map(({ id }) => id)} />
      </div>
      {count > 1 && <NameList gameServers={gameServers} most={visibleNames} />}
      <OptionCards
        label={t('manyServers.files')}
        value={files}
        options={[
          {
            value: 'keep',
            title: t('manyServers.keepFiles', { count }),
            text: t('manyServers.keepFilesText', { nodes, count }),
          },
          {
            value: 'delete',
            title: t('manyServers.deleteFiles', { count }),
            text: t('manyServers.deleteFilesText', { count }),
          },
        ]}
        onChange={setFiles}
      />
      {files === 'delete' && (
        <TextInput
          label={t('manyServers.typePhrase', { phrase })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      )}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" color="danger" disabled={!isConfirmed}>
          {t('manyServers.deleteConfirm', { count })}
        </Button>
      </Group>
    </form>
  )
}
