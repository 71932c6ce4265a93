// The dialog in which an administrator changes name, place, limits and tags of a game server.

import { Button, Group, PasswordInput, Select, TextInput } from '@mantine/core'
import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import type { Refusal } from '../../../parts/problems/use-refusal.ts'
import { runtimeName } from '../../../parts/run-state/runtime-names.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { changedPlace, placeFaults, placeOf, tagsOf } from '../place/place-field-rules.ts'
import { PlaceFieldsView } from '../place/place-fields-view.tsx'
import type { GameServerChange } from './edit-page.tsx'

interface EditViewProps extends Refusal {
  gameServer: GameServerDetail
  /** Those that the template supports and the node has. */
  ways: readonly string[]
  addresses: readonly string[]
  isBusy: boolean
  onClose: () => void
  onSave: (change: GameServerChange) => void
}

export function EditView(props: EditViewProps) {
  const t = useTexts()
  const { gameServer, ways, addresses, isBusy, faults, problem, onClose, onSave } = props
  const known = placeOf(gameServer)
  const [name, setName] = useState(gameServer.name)
  const [place, setPlace] = useState(known)
  const [way, setWay] = useState(gameServer.process_manager)
  const [tags, setTags] = useState(gameServer.tags.join(', '))
  const [password, setPassword] = useState(gameServer.rcon_password ?? '')
  const change = {
    ...(name.trim() !== gameServer.name && { name: name.trim() }),
    ...changedPlace(place, known),
    ...(way !== gameServer.process_manager && {
      process_manager: way as GameServerChange['process_manager'],
    }),
    ...(tagsOf(tags).join() !== gameServer.tags.join() && { tags: tagsOf(tags) }),
    ...(password !== (gameServer.rcon_password ?? '') && password !== '' && { rcon_password: password }),
  }
  const isReady = name.trim() !== '' && Object.keys(placeFaults(place)).length === 0

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    if (Object.keys(change).length === 0) onClose()
    else onSave(change)
  }

  const isLost = gameServer.rcon_password_unreadable && password === ''
  const ports = { query: gameServer.query_port !== null, rcon: gameServer.rcon_port !== null }
  return (
    <form className={form.form} onSubmit={submit} noValidate autoComplete="off">
      <p className="text-quiet">{t('manageServer.editText')}</p>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('newServer.name')}
        maxLength={190}
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={name.trim() ? fieldMessage(t, faults.name) : t('newServer.needName')}
      />
      <PlaceFieldsView
        fields={place}
        ports={ports}
        addresses={addresses}
        faults={faults}
        onChange={setPlace}
      />
      <div className={form.pair}>
        <Select
          label={t('newServer.way')}
          allowDeselect={false}
          data={ways.map(each => ({ value: each, label: runtimeName(t, each) }))}
          value={way}
          onChange={next => next && setWay(next)}
          error={fieldMessage(t, faults.process_manager)}
        />
        <TextInput
          label={t('newServer.tags')}
          placeholder={t('newServer.tagsText')}
          value={tags}
          onChange={event => setTags(event.currentTarget.value)}
          error={fieldMessage(t, faults.tags)}
        />
      </div>
      {(gameServer.rcon_password ?? gameServer.rcon_password_unreadable) !== undefined && ports.rcon && (
        <PasswordInput
          label={t('manageServer.rconPassword')}
          maxLength={128}
          autoComplete="new-password"
          classNames={{ innerInput: 'mono' }}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          error={isLost ? t('variables.unreadable') : fieldMessage(t, faults.rcon_password)}
        />
      )}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {t('manageServer.save')}
        </Button>
      </Group>
    </form>
  )
}
